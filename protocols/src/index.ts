export { gps103Device } from './gps103/gps103.device.ts'
export { gps103 } from './gps103/gps103.ts'
export {
  createGt06ServerReader,
  encodeGt06Alarm,
  encodeGt06CommandAnswer,
  encodeGt06Heartbeat,
  encodeGt06Login,
  encodeGt06Position,
  type Gt06DevicePosition,
  type Gt06DeviceStatus,
  type Gt06ServerMessage,
} from './gt06/gt06.device.ts'
export { gt06Device } from './gt06/gt06.device-client.ts'
export { encodeGt06Frame } from './gt06/gt06.encode.ts'
export { gt06 } from './gt06/gt06.ts'
export { h02Device } from './h02/h02.device.ts'
export { h02 } from './h02/h02.ts'
export { jt808Device } from './jt808/jt808.device.ts'
export { jt808 } from './jt808/jt808.ts'
export { osmandCommands } from './osmand/osmand.commands.ts'
export { decodeOsmand, type OsmandDecoding, type OsmandRequest } from './osmand/osmand.decode.ts'
export { encodeOsmandQuery, type OsmandDeviceReport } from './osmand/osmand.device.ts'
export { keptRequestOf } from './osmand/osmand.unread.ts'
export type {
  CommandEncoding,
  DeviceMessage,
  DeviceStream,
  DeviceStreamOptions,
  FramedProtocol,
  StreamCounts,
} from './protocol.ts'
export { queclinkDevice } from './queclink/queclink.device.ts'
export { queclink } from './queclink/queclink.ts'
export { deviceSides, framedProtocols, protocolCommands } from './registry.ts'
export { suntechDevice } from './suntech/suntech.device.ts'
export { suntech } from './suntech/suntech.ts'
export { teltonikaDevice } from './teltonika/teltonika.device.ts'
export { teltonika } from './teltonika/teltonika.ts'
export { tk103Device } from './tk103/tk103.device.ts'
export { tk103 } from './tk103/tk103.ts'
