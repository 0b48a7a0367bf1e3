/** Templates of notifications and messages: text with variables in braces, `{{` for a brace. Pure, for browser and server. */

/** Each variable by its English name, with its Spanish name: both work in both languages. */
export const templateVariables = {
  vehicle: 'unidad',
  plate: 'placas',
  driver: 'conductor',
  event: 'evento',
  severity: 'gravedad',
  time: 'hora',
  place: 'lugar',
  speed: 'velocidad',
  limit: 'limite',
  geofence: 'geocerca',
  fleet: 'flotilla',
  company: 'empresa',
  count: 'veces',
} as const
export type TemplateVariable = keyof typeof templateVariables

export interface TemplateError {
  code: 'unknown' | 'unclosed' | 'empty'
  /** Position of the brace, counted in characters from 1. */
  at: number
  name: string
}
export type TemplatePart<Name extends string> = string | { name: Name }

/**
 * @param names the variables by name, with a second name of each
 * @returns its parts in order, or the first error
 */
export function parseTemplate<Name extends string>(
  text: string,
  names: Readonly<Record<Name, string>>,
): { parts: TemplatePart<Name>[] } | { error: TemplateError } {
  const known = new Map<string, Name>()
  for (const name of Object.keys(names) as Name[]) known.set(name, name).set(names[name], name)
  const parts: TemplatePart<Name>[] = []
  let plain = ''
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] !== '{') {
      plain += text[at]
      continue
    }
    if (text[at + 1] === '{') {
      plain += '{'
      at += 1
      continue
    }
    const end = text.indexOf('}', at)
    const given = end === -1 ? text.slice(at + 1, at + 21) : text.slice(at + 1, end)
    const error = (code: TemplateError['code']) => ({ error: { code, at: at + 1, name: given.trim() } })
    if (end === -1) return error('unclosed')
    if (given.trim() === '') return error('empty')
    const name = known.get(given.trim().toLowerCase().normalize('NFC').replace('í', 'i'))
    if (name === undefined) return error('unknown')
    if (plain !== '') parts.push(plain)
    plain = ''
    parts.push({ name })
    at = end
  }
  if (plain !== '') parts.push(plain)
  return { parts }
}

/** The text of a template that was checked; a value that is missing is a dash. @throws where the template is wrong */
export function fillTemplate<Name extends string>(
  text: string,
  names: Readonly<Record<Name, string>>,
  values: Readonly<Partial<Record<Name, string | null>>>,
): string {
  const parsed = parseTemplate(text, names)
  if ('error' in parsed) throw new Error(`A template is wrong at ${parsed.error.at}: ${parsed.error.code}.`)
  return parsed.parts.map((part) => (typeof part === 'string' ? part : (values[part.name] ?? '—'))).join('')
}
