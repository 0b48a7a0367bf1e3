import type { EventSeverity } from './events.contract.ts'
import { type CodeMeaning, codeTable } from './events.trouble-codes.table.ts'

/** The part of a vehicle that a trouble code of SAE J2012 is about, by its first letter. */
export type CodeSystem = 'powertrain' | 'chassis' | 'body' | 'network'
const systems: Readonly<Record<string, CodeSystem>> = {
  P: 'powertrain',
  C: 'chassis',
  B: 'body',
  U: 'network',
}

/** More codes of one report are not kept. */
const mostCodes = 64

/**
 * The trouble codes of SAE J2012 in what a device states: `P0301,P0420`, also separated otherwise, in any case.
 * @returns each once, as stated; a failure type byte (`P0301-1C`) is dropped
 */
export function troubleCodesIn(text: string): string[] {
  const found = text
    .toUpperCase()
    .matchAll(/(?<![0-9A-Z])[PCBU][0-3][0-9A-F]{3}(?=-?[0-9A-F]{2}(?![0-9A-Z])|(?![0-9A-Z]))/g)
  return [...new Set(Array.from(found, ([code]) => code))].slice(0, mostCodes)
}

export const systemOf = (code: string): CodeSystem => systems[code.charAt(0)] ?? 'network'

/** Whether the standard defines the code for all makes; others mean what their manufacturer says. */
export function isGenericCode(code: string): boolean {
  const [system, group, next] = [code.charAt(0), code.charAt(1), code.charAt(2)]
  if (group === '0') return true
  if (system === 'P') return group === '2' || (group === '3' && next >= '4')
  return group === '3'
}

/** Of airbags and comfort: informative; of the engine, the brakes and the network: a warning. */
export const severityOfCode = (code: string): EventSeverity =>
  systemOf(code) === 'body' ? 'info' : 'warning'

/** The standard meaning; null for codes of manufacturers and those the table lacks. */
export const meaningOf = (code: string): CodeMeaning | null => codeTable.get(code) ?? null
