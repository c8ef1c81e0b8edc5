/**
 * What a game may bring along from its own folder: pictures, and a stage. A skin adds beauty, never ability:
 * whatever can be done at a table can be done without it.
 */
import type { Component } from 'svelte';
import type { IconName } from '../paper/icons';
import type { Scene } from '../table/scene.svelte';
import type { Far } from '../theatre/far';
import type { Choice, Line, Piece, Place, View } from '../wire/types';
import type { Tongue } from '../words/words.svelte';

/** A symbol of the sprite, and its box. */
export interface Picture {
  id: string;
  width: number;
  height: number;
  /** It has its own outline: no card lies under it. */
  bare?: boolean;
}

/** A number or word at a seat: its sign, what it counts, and how loudly it stands there. */
export interface Fact {
  icon?: IconName;
  value: string | number;
  label: string;
  big?: boolean;
  /** Left out where a seat is narrow; the sheet of the seat tells it all the same. */
  minor?: boolean;
  /** On a small disc at the corner of the seat: an order, a token. */
  corner?: boolean;
  mood?: 'good' | 'bad' | 'quiet' | undefined;
  /** Odds are shown on demand only: they are never pressed on a beginner. */
  odds?: boolean;
}

export interface Skin {
  /** All symbols and patterns, as the inner text of a hidden SVG; made once, when the table opens. */
  sprite: (tongue: Tongue) => string;
  /** The picture of a piece in a zone; nothing where the plain one will do. */
  picture: (zone: string, piece: Piece) => Picture | undefined;
  far?: Far;
  /** What lies in the middle. */
  Stage: Component<{ scene: Scene }>;
  /** The own hand, where a row of cards is not enough. */
  Hand?: Component<{ scene: Scene }>;
  /** What stands at a seat; the plain table lists all its numbers. */
  facts?: (place: Place, scene: Scene) => Fact[];
  /** Whether a seat has nothing to do for now, and stands back. */
  rests?: (place: Place) => boolean;
  /** The numbers at the side that tell how things stand. */
  standing?: (scene: Scene) => Fact[];
  /** The one fact of the phase that the bar shows. */
  heading?: (scene: Scene) => string;
  /** Which way play runs, where the game has one: 1 clockwise, -1 the other way, 0 it does not matter. */
  direction?: (view: View) => number | undefined;
  /** Zones of the own place that the hand shows, in this order; the others lie on the stage. */
  hand?: string[];
  /** What the button says that makes this choice of the held pieces; empty: its verb and the pieces. */
  main?: (choice: Choice, scene: Scene) => string;
  /** Verbs that stand behind one button, by the id of its word: a sheet shows them as cards. */
  bundles?: Record<string, string[]>;
  /** Whether the button of a choice that cannot be made is left out, because another button says the same. */
  spare?: (choice: Choice, all: Choice[]) => boolean;
  /** Its stage prints what is called aloud; otherwise it stands in a bubble at the seat of whoever calls. */
  ownCalls?: boolean;
  /** The piece that stands for a line in the log, where its terms do not name one. */
  sign?: (line: Line) => Piece | undefined;
  /** Lay the held pieces as a choice means it, where the picks alone do not say which way. */
  lay?: (choice: Choice, scene: Scene) => void;
  /** How loud the button of a verb is, where two of them are as good as each other. */
  buttons?: Record<string, 'main' | 'paper'>;
  /** Who stands for a seat when the curtain falls. */
  figure?: (seat: number, place: number, last: boolean) => Picture;
  /** The loser must make a ghostly sound in some games: which one the page makes. */
  lament?: { tone: string };
}

/** A poster for the lobby: the inside of an SVG of 240 x 300. */
export type Poster = () => string;
