import type { AlarmKind } from '@rumbo/contract/device-report.contract'

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

export function alarmOfWord(event: string): AlarmKind | null {
  return Object.hasOwn(alarmOfEvent, event) ? (alarmOfEvent[event] ?? null) : null
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
