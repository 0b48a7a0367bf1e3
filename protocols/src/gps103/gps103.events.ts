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

/** The alarm of an event's word; `other` for an unknown word that is marked as an alarm, null for all others. */
export function alarmOfWord(event: string): AlarmKind | null {
  const known = Object.hasOwn(alarmOfEvent, event) ? alarmOfEvent[event] : undefined
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
