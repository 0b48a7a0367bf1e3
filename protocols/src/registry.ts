import type { DeviceProtocol } from '@rumbo/contract/telemetry.device-report.contract'
import type { DeviceSide } from './device-side.ts'
import { gps103Device } from './gps103/gps103.device.ts'
import { gps103 } from './gps103/gps103.ts'
import { gt06Device } from './gt06/gt06.device-client.ts'
import { gt06 } from './gt06/gt06.ts'
import { h02Device } from './h02/h02.device.ts'
import { h02 } from './h02/h02.ts'
import { jt808Device } from './jt808/jt808.device.ts'
import { jt808 } from './jt808/jt808.ts'
import { meitrackDevice } from './meitrack/meitrack.device.ts'
import { meitrack } from './meitrack/meitrack.ts'
import { osmandCommands } from './osmand/osmand.commands.ts'
import type { FramedProtocol, ProtocolCommands } from './protocol.ts'
import { queclinkDevice } from './queclink/queclink.device.ts'
import { queclink } from './queclink/queclink.ts'
import { suntechDevice } from './suntech/suntech.device.ts'
import { suntech } from './suntech/suntech.ts'
import { teltonikaDevice } from './teltonika/teltonika.device.ts'
import { teltonika } from './teltonika/teltonika.ts'
import { tk103Device } from './tk103/tk103.device.ts'
import { tk103 } from './tk103/tk103.ts'

/** All framed protocols. A new one is a folder and an entry here. */
export const framedProtocols: readonly FramedProtocol[] = [
  gt06,
  queclink,
  teltonika,
  h02,
  suntech,
  tk103,
  gps103,
  jt808,
  meitrack,
]

/** The commands of each protocol, OsmAnd included. */
export const protocolCommands: Readonly<Partial<Record<DeviceProtocol, ProtocolCommands>>> =
  Object.fromEntries([...framedProtocols, osmandCommands].map((protocol) => [protocol.name, protocol]))

/** The device side of each protocol, for the simulator, the load generator and tests. */
export const deviceSides: readonly DeviceSide[] = [
  gt06Device,
  queclinkDevice,
  teltonikaDevice,
  h02Device,
  suntechDevice,
  tk103Device,
  gps103Device,
  jt808Device,
  meitrackDevice,
]
