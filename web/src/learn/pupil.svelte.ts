/**
 * Somebody takes a lesson: real positions, real choices, one step after another. The house says what a step asks for and what comes
 * of whatever is tried; nothing is stored, and no rule is decided here.
 *
 *     told --go on--> asked --the wanted move--> told ... over
 *                     asked --another move-----> asked, and the house says why not, or what would come of it
 *                     asked --a move to be refused on purpose--> told, with the refusal
 */
import { http, Trouble } from '../wire/http';
import type { Choice, Heard, Lesson, LessonStep, Line } from '../wire/types';

/** What the house answers to something that was tried: why it cannot be, or what would come of it. */
export interface Answer {
  mood: 'refused' | 'other' | 'trouble';
  lines: Line[];
  clause: string;
  trouble?: Trouble;
}

export class Pupil {
  /** The step that is to be made next; before the first one the lesson begins to speak. */
  at: number = $state(-1);
  /** What was heard so far. */
  heard: Heard[] = $state.raw([]);
  answer: Answer | null = $state.raw(null);
  /** The house is being asked. */
  asking: boolean = $state(false);
  /** The step has been refused, as the lesson wanted. */
  refused: boolean = $state(false);

  constructor(readonly lesson: Lesson) {}

  get step(): LessonStep | undefined {
    return this.lesson.steps[this.at];
  }

  /** The step whose position is on the stage. */
  get shown(): LessonStep {
    return this.lesson.steps[Math.max(this.at, 0)]!;
  }

  /** Whether the learner is asked for a move. */
  get asked(): boolean {
    return Boolean(this.step?.move) && !this.refused;
  }

  get choices(): Choice[] {
    return this.asked && !this.asking ? (this.step?.choices ?? []) : [];
  }

  /** Nothing comes after this. */
  get over(): boolean {
    return this.at >= this.lesson.steps.length - 1 && !this.asked;
  }

  /** What the lesson says now; nothing where it lets the table speak. */
  get says(): Line | null {
    return this.at < 0 ? this.lesson.say : (this.step?.say ?? null);
  }

  /** Whether somebody else moves here, and the lesson has nothing to say about it. */
  get silent(): boolean {
    return this.at >= 0 && !this.over && !this.asked && !this.refused && !this.says;
  }

  /** The choice that the lesson asks for, or nothing: then it is a text. */
  get wanted(): Choice | undefined {
    return this.step?.choices.find((choice) => choice.move === this.step?.move && !choice.asks);
  }

  /** Make the step, or begin. */
  go(): void {
    if (this.over || this.asked) return;
    const ply = this.at + 1;
    if (this.step && !this.refused)
      this.heard = [...this.heard, ...this.step.lines.map((line) => ({ at: ply, line, ply }))];
    this.turn(this.at + 1);
  }

  /** Take the lesson from the start. */
  again(): void {
    this.heard = [];
    this.turn(-1);
  }

  /** Try a choice: the wanted one makes the step, whatever else is answered. */
  async attempt(choice: Choice): Promise<void> {
    const { step } = this;
    if (!step || !this.asked || this.asking) return;
    this.answer = null;
    if (choice === this.wanted) return this.succeed(step);
    if (choice.legal === false) {
      this.answer = { mood: 'refused', lines: choice.why ? [choice.why] : [], clause: choice.clause ?? '' };
      return;
    }
    this.asking = true;
    try {
      const tried = await http.attempt(this.lesson.game, this.lesson.lesson, this.at, choice.move);
      if (tried.wanted) this.succeed(step);
      else if (tried.no) this.answer = { mood: 'refused', lines: [tried.no.line], clause: tried.no.clause ?? '' };
      else this.answer = { mood: 'other', lines: tried.lines, clause: '' };
    } catch (what) {
      this.failed(what);
    } finally {
      this.asking = false;
    }
  }

  /** Something went wrong on the way to the house. */
  failed(what: unknown): void {
    const trouble = what instanceof Trouble ? what : new Trouble('away');
    this.answer = { mood: 'trouble', lines: [], clause: '', trouble };
  }

  private succeed(step: LessonStep): void {
    if (step.no) {
      this.refused = true;
      this.answer = { mood: 'refused', lines: [step.no.line], clause: step.no.clause ?? '' };
      return;
    }
    const ply = this.at + 1;
    this.heard = [...this.heard, ...step.lines.map((line) => ({ at: ply, line, ply }))];
    this.turn(this.at + 1);
  }

  private turn(to: number): void {
    this.at = to;
    this.refused = false;
    this.answer = null;
  }
}
