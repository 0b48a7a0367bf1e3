export {
  type CountersByProtocol,
  createCounters,
  type DropReason,
  type GatewayCounters,
  type RefusalReason,
} from './gateway.counters.ts'
export {
  type ClaimEvidence,
  type CommandConnection,
  type DeliveryConnection,
  type DeviceConnectionUpdate,
  type DeviceTransport,
  defaultGatewayLimits,
  type GatewayLimits,
  type GatewayLog,
  type GatewayOptions,
  type RefusalNotice,
  type SharedMessage,
  type Standing,
  type WriteCommand,
} from './gateway.options.ts'
export { createGateway, type Delivery, type Gateway, type GatewayConnections } from './gateway.ts'
export { GatewayListenError } from './listening.ts'
