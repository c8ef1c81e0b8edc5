/** The emblems of seats: never one of the six colours. A box of 40. */
export const emblems = [
  /* moon */ '<path d="M26 6A16 16 0 1 0 35 27A14 14 0 0 1 26 6Z"/>',
  /* key */ '<path d="M13 6A9 9 0 1 0 17 23V36H22V33H26V28H22V22A9 9 0 0 0 13 6ZM13 11A4 4 0 1 1 13 19A4 4 0 0 1 13 11Z" fill-rule="evenodd"/>',
  /* bell */ '<path d="M20 4Q10 6 10 20L6 30H34L30 20Q30 6 20 4ZM15 32H25Q24 37 20 37Q16 37 15 32Z"/>',
  /* bat */ '<path d="M20 13L16 8V14Q8 8 2 12Q6 16 6 24Q11 21 14 26Q18 24 20 31Q22 24 26 26Q29 21 34 24Q34 16 38 12Q32 8 24 14V8Z"/>',
  /* owl */ '<path fill-rule="evenodd" d="M7 6L14 10Q20 8 26 10L33 6V24Q33 36 20 36Q7 36 7 24ZM14 14A5 5 0 1 0 14 24A5 5 0 0 0 14 14ZM26 14A5 5 0 1 0 26 24A5 5 0 0 0 26 14ZM20 23L17 27L20 31L23 27Z"/>',
  /* cap */ '<path d="M20 5C32 5 37 14 36 20H4C3 14 8 5 20 5ZM14 22H26Q25 30 28 35H12Q15 30 14 22Z"/>',
  /* star */ '<path d="M20 4L24.5 14.5L36 15.5L27 23L30 34.5L20 28L10 34.5L13 23L4 15.5L15.5 14.5Z"/>',
  /* spider */ '<path d="M20 12A8 8 0 1 1 20 29A8 8 0 0 1 20 12ZM18.8 2H21.2V13H18.8ZM3 12L5 10.6L14 17L13 19ZM3 22V19.7H12V22ZM4 33L2.5 31L12 23.6L13.4 25.4ZM37 12L35 10.6L26 17L27 19ZM37 22V19.7H28V22ZM36 33L37.5 31L28 23.6L26.6 25.4Z"/>',
] as const;

/** The emblem of a seat; larger rings begin again. */
export const emblem = (seat: number): string => emblems[seat % emblems.length]!;
