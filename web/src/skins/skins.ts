/** Finds the skins that lie in the game folders. Nobody enumerates games: a folder with a skin has one, the others are plain. */
import type { Poster, Skin } from './skin';

const skins = import.meta.glob<{ default: Skin }>('../../../src/ghosthouse/games/*/skin/skin.ts');
const posters = import.meta.glob<{ default: Record<string, Poster> }>('../../../src/ghosthouse/games/*/skin/poster.ts');

const at = <T>(found: Record<string, T>, game: string): T | undefined =>
  Object.entries(found).find(([path]) => path.includes(`/games/${game}/skin/`))?.[1];

/** The skin of a game, or nothing; a skin that cannot be fetched is no reason not to play. */
export async function skinOf(game: string): Promise<Skin | undefined> {
  try {
    return (await at(skins, game)?.())?.default;
  } catch {
    return undefined;
  }
}

/** The poster of a title: of its edition, or of the game. */
export async function posterOf(game: string, edition: string): Promise<Poster | undefined> {
  try {
    const found = (await at(posters, game)?.())?.default;
    return found?.[edition] ?? found?.['any'];
  } catch {
    return undefined;
  }
}
