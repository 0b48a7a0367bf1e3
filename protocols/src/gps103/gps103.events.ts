import type { AlarmKind } from '@rumbo/contract/telemetry.device-report.contract'

/** The alarms among the event words. */
const alarmOfEvent: Readonly<Record<string, AlarmKind>> = {
  'help me': 'sos',
  'low battery': 'low_battery',
  'ac alarm': 'power_cut',
  'acc alarm': 'tampering',
  'bonnet alarm': 'tampering',
  'footbrake alarm': 'tampering',
  'door alarm': 'door',
  'sensor alarm': 'vibration',
  'accident alarm': 'crash',
  move: 'movement',
  speed: 'overspeed',
  stockade: 'geofence_exit',
  DTC: 'fault',
}

/** Words that state a value: a loss of fuel of one of two tanks, and a temperature outside of the range that was set. */
const alarmOfMeasured: Readonly<Record<string, AlarmKind>> = {
  oil: 'low_fuel',
  oil1: 'low_fuel',
  oil2: 'low_fuel',
  T: 'other',
}

/** `oil 51.67`, `oil1 51.67%`, `oil2:30` and `T:+28.0`: a word with a value. */
const wordWithValue = /^(oil[12]?|T)(?:[ :]\s*([+-]?\d{1,3}(?:\.\d{1,4})?)\s*%?)?$/

/** The word and the value of an event that states one; null for all others. */
export function readMeasuredWord(event: string): { word: string; value: number | null } | null {
  const found = wordWithValue.exec(event)
  return found && { word: found[1] ?? '', value: found[2] === undefined ? null : Number(found[2]) }
}

/** The alarm of an event's word; `other` for an unknown word that is marked as an alarm, null for all others. */
export function alarmOfWord(event: string): AlarmKind | null {
  const measured = readMeasuredWord(event)
  if (measured) return alarmOfMeasured[measured.word] ?? null
  const word = event.replace(/^foot brake\b/, 'footbrake')
  const known = Object.hasOwn(alarmOfEvent, word) ? alarmOfEvent[word] : undefined
  return known ?? (/\balarm\b/i.test(event) ? 'other' : null)
}

/** The word of an alarm; null for one the protocol has none for. */
export function wordOfAlarm(alarm: AlarmKind): string | null {
  return Object.keys(alarmOfEvent).find((word) => alarmOfEvent[word] === alarm) ?? null
}

/** The words answers consist of: the command's letter and `t`, or `f` where the device did not do it. */
export function readAnswerWord(event: string): { key: string; isRefused: boolean } | null {
  const parts = /^([a-z])([tf])$/.exec(event)
  return parts ? { key: `${parts[1]}t`, isRefused: parts[2] === 'f' } : null
}
