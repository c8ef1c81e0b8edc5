/** The far things of a scenery: one silhouette behind the hills, and the lit windows in it. Box of 800 x 600. */
export interface Far {
  things: string;
  windows: string;
}

const small = (inner: string): string => `<g transform="translate(-85 190) scale(.55)">${inner}</g>`;

/** The house on the hill, where no skin brings its own. */
export const homely: Far = {
  things: small('<path d="M560 470V352L546 358L596 282L616 310V270H640V330L654 318L706 226L758 322L744 318V470Z"/>'),
  windows: small('<path d="M628 372H648V398H628ZM694 300Q706 286 718 300V330H694ZM690 372H712V398H690Z"/>'),
};
