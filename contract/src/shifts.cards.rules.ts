/** Longest card number that is kept, in characters after normalising. */
export const longestCard = 64

/**
 * The number of a driver's card as it is compared and stored: letters and digits only, in capitals, without leading
 * zeros. Readers state one card in several forms (`00:1A:2b`, `1a2b`), and people type what is printed on it.
 * @returns null for what is no card: nothing but zeros or separators, or all ones in 4 or more bytes (an empty reader)
 */
export function normalCard(text: string): string | null {
  const card = text
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '')
    .replace(/^0+/, '')
    .slice(0, longestCard)
  return card === '' || /^(?:F{2}){4,}$/.test(card) ? null : card
}
