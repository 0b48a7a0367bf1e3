import * as z from 'zod'

/** Alarm codes every protocol translates its own into. */
export const alarmKinds = [
  'sos',
  'power_cut',
  'power_restored',
  'vibration',
  'tow',
  'geofence_enter',
  'geofence_exit',
  'overspeed',
  'low_battery',
  'tampering',
  'door',
  'harsh_braking',
  'harsh_acceleration',
  'harsh_cornering',
  'crash',
  'jamming',
  'low_fuel',
  'movement',
  'removing',
  'fault',
  'other',
] as const
export type AlarmKind = (typeof alarmKinds)[number]

/** A position as the device stated it. Degrees WGS 84, km/h, degrees clockwise from north, metres. */
export const deviceFix = z.object({
  time: z.date(),
  isValid: z.boolean(),
  latitude: z.number().min(-90).max(90),
  longitude: z.number().min(-180).max(180),
  speedKmh: z.number().nonnegative(),
  headingDegrees: z.number().min(0).max(360).nullable(),
  altitudeMetres: z.number().nullable(),
  accuracyMetres: z.number().nonnegative().nullable(),
  satellites: z.number().int().nonnegative().nullable(),
})
export type DeviceFix = z.infer<typeof deviceFix>

/** Telemetry beside the position; a key is present only where the device stated it. */
export const deviceTelemetry = z.object({
  ignition: z.boolean().optional(),
  isCharging: z.boolean().optional(),
  isEngineBlocked: z.boolean().optional(),
  /** 0 to 100 */
  batteryPercent: z.number().optional(),
  /** Volts of the vehicle's own supply. */
  powerVolts: z.number().optional(),
  /** 0 to 100 */
  fuelPercent: z.number().optional(),
  /** Mobile network signal, 0 to 100. */
  signalPercent: z.number().optional(),
  odometerMetres: z.number().optional(),
  engineHours: z.number().optional(),
  driverUniqueId: z.string().optional(),
})
export type DeviceTelemetry = z.infer<typeof deviceTelemetry>

export const deviceProtocols = [
  'gt06',
  'suntech',
  'teltonika',
  'queclink',
  'h02',
  'gps103',
  'tk103',
  'jt808',
  'meitrack',
  'osmand',
] as const
export type DeviceProtocol = (typeof deviceProtocols)[number]

/** What a device answered to a command. */
export interface DeviceAnswer {
  /** Equal to the `answerKey` the command was encoded with. */
  key: string
  text: string
  /** The device answered that it did not execute the command. */
  isRefused: boolean
  /**
   * Set by the gateway: a valid fix came on this connection before the answer.
   * A stopped engine is not believed from a connection that has shown no position.
   */
  isTrusted?: boolean
  /** Set by the gateway: id of the connection it was received on, the same as passed to the writer of a command. */
  connection?: string
}

/** The content of one frame of a device, independent of its protocol. */
export interface DeviceReport {
  protocol: DeviceProtocol
  /** IMEI, or the identifier the device uses in its messages. */
  deviceIdentifier: string
  kind: 'position' | 'alarm' | 'status' | 'answer'
  /** Null for a report without any position (a heartbeat, an alarm in a garage). */
  fix: DeviceFix | null
  telemetry: DeviceTelemetry
  alarm: AlarmKind | null
  answer: DeviceAnswer | null
  /** Values no field above holds, by the protocol's own names. */
  extras: Record<string, string | number | boolean>
  /** How many more readings the message had than a decoder keeps of one report; absent where it had not. */
  readingsLeftOut?: number
  receivedAt: Date
  /** FNV-1a 64 of the frame's bytes as a signed bigint: distinguishes two reports of the same second. */
  reportHash: bigint
  /** Set by the gateway: address of the connection. */
  remoteAddress?: string
  /** The raw frame, if it was complete but unreadable; it is stored to be decoded again. */
  unreadFrame?: UnreadFrame
  /** Decoded from a stored frame: it belongs to the history and does not affect the present state. */
  isDecodedAgain?: boolean
}

/** A whole frame that no decoder could read, with what decoding it again needs. */
export interface UnreadFrame {
  bytes: Uint8Array
  transport: 'tcp' | 'udp'
  /** What its connection had learnt about the device, by the protocol's own names. */
  context: Record<string, string | number | boolean>
}

/** What the gateway calls. Resolves when everything in the batch is committed; only then the device is acknowledged. */
export interface DeviceIntake {
  /** Rejects only when the process is stopping or overloaded: the frame then stays unacknowledged and the device sends it again. */
  accept(report: DeviceReport): Promise<void>
}
