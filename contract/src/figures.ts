/**
 * A figure as people write it: `12,500` is twelve thousand five hundred, `12,5` and `12.5` are twelve and a half.
 * NaN for text that is not a number, such as the empty text.
 */
export function figureOf(text: string): number {
  const plain = text.trim()
  if (/^[+-]?\d{1,3}(,\d{3})+(\.\d+)?$/.test(plain)) return Number(plain.replaceAll(',', ''))
  return /^[+-]?\d+([.,]\d+)?$/.test(plain) ? Number(plain.replace(',', '.')) : Number.NaN
}
