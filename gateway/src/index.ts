export type {
  DeviceConnectionUpdate,
  GatewayOptions,
  RefusalNotice,
} from './gateway.options.ts'
export { createGateway } from './gateway.ts'
export type { InspectedBytes, MessageInspector } from './inspection.ts'
export { GatewayListenError } from './listening.ts'
