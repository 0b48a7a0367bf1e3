import type { DeviceProtocol } from '@rumbo/contract/telemetry.device-report.contract'

/** The settings of a tracker that reports to this server. */
export interface ServerSetting {
  /** Name or address the tracker reaches the gateway by. */
  host: string
  port: number
  apn: string
  apnUser: string
  apnPassword: string
  /** Seconds between reports while driving. */
  intervalSeconds: number
  /** The password set in the device; the maker's own unless it was changed. */
  devicePassword?: string
  deviceIdentifier: string
}

/** A tracker model known to work, and the texts (SMS, one a line) that point it at a server. */
export interface DeviceModel {
  maker: string
  /** As printed on the device; unique among all models. */
  model: string
  protocol: DeviceProtocol
  /**
   * In the order they are sent. Throws a RangeError where `unfitSetting` names a value: it would begin another message.
   * Empty where the model is set in an app or by cable; `hint` names the place then.
   */
  smsSteps(setting: ServerSetting): string[]
  hint?: 'phone_app' | 'vendor_tool'
}
