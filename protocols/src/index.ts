export {
  createGt06ServerReader,
  encodeGt06CommandAnswer,
  encodeGt06Heartbeat,
  encodeGt06Login,
  encodeGt06Position,
  type Gt06DevicePosition,
  type Gt06ServerMessage,
} from './gt06/gt06.device.ts'
export { gt06Device } from './gt06/gt06.device-client.ts'
export { encodeGt06Frame } from './gt06/gt06.encode.ts'
export { gt06 } from './gt06/gt06.ts'

export { decodeOsmandBatch } from './osmand/osmand.batch.ts'
export { decodeOsmand, type OsmandDecoding } from './osmand/osmand.decode.ts'
export { encodeOsmandQuery } from './osmand/osmand.device.ts'
export { keptRequestOf, unreadRequestOf } from './osmand/osmand.unread.ts'
export type {
  DeviceMessage,
  DeviceStream,
  FramedProtocol,
  FrameObserver,
  StreamCounts,
} from './protocol.ts'

export { deviceSides, framedProtocols, protocolCommands } from './registry.ts'
