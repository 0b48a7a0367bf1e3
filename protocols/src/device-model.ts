import type { DeviceProtocol } from '@rumbo/contract/telemetry.device-report.contract'

/** The settings of a tracker that reports to this server. */
export interface ServerSetting {
  /** Host name or address of the gateway, as seen by the tracker. */
  host: string
  port: number
  apn: string
  apnUser: string
  apnPassword: string
  /** Seconds between reports while driving. */
  intervalSeconds: number
  /** The password of the device. Default: the manufacturer's. */
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
   * The texts in the order to send them; empty if the model is configured in an app or by cable (`hint`).
   * Throws a RangeError for a setting that `unfitSetting` rejects, since it could inject another command.
   */
  smsSteps(setting: ServerSetting): string[]
  hint?: 'phone_app' | 'vendor_tool'
}
