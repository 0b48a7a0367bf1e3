export {
  type DeviceConnectionNews,
  type DeviceSuspicion,
  type DropReason,
  defaultGatewayLimits,
  type GatewayCounters,
  type GatewayLimits,
  type GatewayLog,
  type GatewayOptions,
} from './gateway.options.ts'
export { type CommandDelivery, createGateway, type Gateway, type GatewayConnections } from './gateway.ts'
export { GatewayListenError } from './listening.ts'
