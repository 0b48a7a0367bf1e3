import { foldText } from '@rumbo/contract/fold-text'
/**
 * Entries whose label, group or alias contains every typed word; those whose label begins with the first word come
 * first.
 */
export function matching<Entry extends { label: string; group: string; alias?: string }>(
  entries: readonly Entry[],
  typed: string,
): Entry[] {
  const words = foldText(typed).split(/\s+/).filter(Boolean)
  const first = words[0]
  const found = entries.filter(({ label, group, alias = '' }) => {
    const text = foldText(`${label} ${group} ${alias}`)
    return words.every((word) => text.includes(word))
  })
  if (first === undefined) return found
  const rank = ({ label }: Entry) => {
    const text = foldText(label)
    return text.startsWith(first) ? 0 : text.includes(first) ? 1 : 2
  }
  return found.sort((a, b) => rank(a) - rank(b))
}

/** Vehicles whose number or plate begins with a typed word: "historial 104" finds 104. */
export function vehiclesNamed<V extends { vehicleNumber: string; plateNumber: string }>(
  vehicles: readonly V[],
  typed: string,
  limit: number,
): V[] {
  const words = foldText(typed).replaceAll('-', '').split(/\s+/).filter(Boolean)
  if (words.length === 0) return []
  const found: V[] = []
  for (const vehicle of vehicles) {
    const names = [vehicle.vehicleNumber, vehicle.plateNumber].map((name) =>
      foldText(name).replaceAll('-', ''),
    )
    const isExact = words.some((word) => names.includes(word))
    if (!isExact && !words.some((word) => names.some((name) => name.startsWith(word)))) continue
    if (isExact) found.unshift(vehicle)
    else found.push(vehicle)
    if (found.length > limit * 4) break
  }
  return found.slice(0, limit)
}

/** Groups entries, in the order of each group's first entry. */
export function grouped<Entry extends { group: string }>(
  entries: readonly Entry[],
): { group: string; entries: Entry[] }[] {
  const groups = new Map<string, Entry[]>()
  for (const entry of entries) {
    const known = groups.get(entry.group)
    if (known) known.push(entry)
    else groups.set(entry.group, [entry])
  }
  return [...groups].map(([group, each]) => ({ group, entries: each }))
}

/** Whether a typed word is the beginning of a shown word. */
export const isNamed = (text: string, typed: string): boolean => {
  const shown = foldText(text).split(/\s+/)
  return foldText(typed)
    .split(/\s+/)
    .filter(Boolean)
    .some((word) => shown.some((one) => one.startsWith(word) || one.replaceAll('-', '').startsWith(word)))
}

/** Whether the name of an action was typed together with a vehicle: "radar 104". */
export const isAsked = ({ label }: { label: string }, typed: string): boolean => {
  const words = foldText(typed).split(/\s+/).filter(Boolean)
  const text = foldText(label)
  return words.length > 1 && words.every((word) => text.includes(word))
}
