/** Lower case without accents: "Planeación" is found by "planeacion". */
export const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLocaleLowerCase()

/** Entries whose label or group has every typed word, those whose label begins with the first word ahead. */
export function matching<Entry extends { label: string; group: string }>(
  entries: readonly Entry[],
  typed: string,
): Entry[] {
  const words = plain(typed).split(/\s+/).filter(Boolean)
  const first = words[0]
  const found = entries.filter(({ label, group }) => {
    const text = plain(`${label} ${group}`)
    return words.every((word) => text.includes(word))
  })
  if (first === undefined) return found
  const rank = ({ label }: Entry) => {
    const text = plain(label)
    return text.startsWith(first) ? 0 : text.includes(first) ? 1 : 2
  }
  return found.sort((a, b) => rank(a) - rank(b))
}
