export type {
  DeviceConnectionUpdate,
  RefusalNotice,
} from './gateway.options.ts'
export { createGateway } from './gateway.ts'
export { GatewayListenError } from './listening.ts'
