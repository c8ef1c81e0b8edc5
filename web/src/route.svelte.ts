/** Where we are in the house, as the address bar says it. */

export type Route =
  | { page: 'lobby' }
  | { page: 'table'; table: string; ticket: string; name: string }
  | { page: 'replay'; table: string; ply: number }
  | { page: 'learn'; game: string; lesson: string }
  | { page: 'nowhere' };

/** What stands encoded in an address; nothing where it was cut in the middle of a sign. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}

/** Read an address. */
export function routeOf(path: string, hash = ''): Route {
  const parts = path.split('/').filter(Boolean).map(decoded);
  const [first, second, third, fourth] = parts;
  if (!first) return { page: 'lobby' };
  if (first === 't' && second) {
    if (third === 'replay') return { page: 'replay', table: second, ply: Number(fourth ?? 0) || 0 };
    if (!third) {
      // A seat that moves here: its ticket, and who sits there.
      const [, ticket = '', name = ''] = /^#seat=([\w-]{20,})(?:&name=(.*))?$/.exec(hash) ?? [];
      return { page: 'table', table: second, ticket, name: decoded(name) };
    }
  }
  if (first === 'learn' && second) return { page: 'learn', game: second, lesson: third ?? '' };
  return { page: 'nowhere' };
}

class Place {
  route: Route = $state.raw(routeOf(location.pathname, location.hash));

  constructor() {
    addEventListener('popstate', () => {
      this.route = routeOf(location.pathname, location.hash);
    });
  }

  /** Go somewhere; `replace` leaves no step behind. */
  go(path: string, replace = false): void {
    if (path !== location.pathname + location.hash) history[replace ? 'replaceState' : 'pushState']({}, '', path);
    const [way, hash] = path.split('#');
    this.route = routeOf(way!, hash ? `#${hash}` : '');
    if (!replace) scrollTo(0, 0);
  }
}

/** The place where we are. */
export const place = new Place();

/** Links inside the house go without a new page. Attach it to the body. */
export function follow(event: MouseEvent): void {
  if (event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
    return;
  const link = (event.target as Element).closest?.('a[href]');
  if (!(link instanceof HTMLAnchorElement) || link.origin !== location.origin || link.target || link.download) return;
  if (/^\/(api|ws|schema)/.test(link.pathname)) return;
  event.preventDefault();
  place.go(link.pathname + link.hash);
}
