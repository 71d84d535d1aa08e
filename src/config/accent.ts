/** Red, green and blue, 0 to 255. */
type Rgb = readonly [number, number, number];

const rgbOf = (hex: string): Rgb => {
  const value = Number.parseInt(hex.slice(1), 16);
  return [Math.floor(value / 0x1_00_00), Math.floor(value / 0x1_00) % 0x1_00, value % 0x1_00];
};

/** Two colours (#rrggbb) as one, with `share` (0 to 1) of the second. */
function mix(one: string, other: string, share: number): string {
  const to = rgbOf(other);
  const parts = rgbOf(one).map((part, index) => Math.round(part + ((to[index] ?? 0) - part) * share));
  return `#${parts.map((part) => part.toString(16).padStart(2, "0")).join("")}`;
}

/** Relative luminance (WCAG 2.2). */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = rgbOf(hex).map((part) => {
    const value = part / 255;
    return value <= 0.040_45 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** The contrast of two colours (#rrggbb), 1 to 21 (WCAG 2.2). */
export function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].toSorted((left, right) => right - left);
  return (light + 0.05) / (dark + 0.05);
}

/** The least contrast of text (WCAG 2.2, AA). */
export const minContrast = 4.5;

const white = "#ffffff";
const black = "#000000";
/** The card of the dark scheme (web/public/theme.css). */
const darkCard = "#15161d";
const shares = Array.from({ length: 21 }, (_, step) => step / 20);
const lightTint = (accent: string): string => mix(accent, white, 0.9);

/** The contrast of an accent colour on its own tint, which is the darkest ground of the light scheme. */
export const accentContrast = (accent: string): number => contrast(accent, lightTint(accent));

/** The nearest darker colour that can be read. */
export const darkerAccent = (accent: string): string =>
  shares.map((share) => mix(accent, black, share)).find((colour) => accentContrast(colour) >= minContrast) ?? black;

/** A colour in the light and in the dark scheme. */
type Pair = readonly [light: string, dark: string];

export interface Accent {
  /** The colour of buttons and links. */
  readonly colour: Pair;
  readonly hover: Pair;
  /** The colour of text on it. */
  readonly ink: Pair;
  /** A tint of it behind text. */
  readonly wash: Pair;
}

/** The shades of an accent colour. Text in them, and on them, has a contrast of 4.5:1 at least. */
export function accentShades(accent: string): Accent {
  const wash = mix(accent, darkCard, 0.75);
  const lighter = shares.map((share) => mix(accent, white, share));
  const readable = lighter.find((colour) => contrast(colour, wash) >= minContrast) ?? white;
  const dark = mix(readable, white, 0.15);
  const inks = shares.map((share) => mix(mix(accent, black, 0.7), black, share));
  return {
    colour: [accent, dark],
    hover: [mix(accent, black, 0.18), mix(dark, white, 0.3)],
    ink: [white, inks.find((ink) => contrast(ink, dark) >= minContrast) ?? black],
    wash: [lightTint(accent), wash],
  };
}
