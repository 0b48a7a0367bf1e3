export type { ClaimEvidence, SharedWord, Standing } from './claims.ts'
export {
  type CountersByProtocol,
  createCounters,
  type DropReason,
  type GatewayCounters,
  type RefusalReason,
} from './gateway.counters.ts'
export {
  type CommandConnection,
  type DeviceConnectionNews,
  type DeviceTransport,
  defaultGatewayLimits,
  type GatewayLimits,
  type GatewayLog,
  type GatewayOptions,
  type RefusalNotice,
  type WriteCommand,
} from './gateway.options.ts'
export {
  createGateway,
  type Delivery,
  type DeliveryConnection,
  type Gateway,
  type GatewayConnections,
} from './gateway.ts'
export { GatewayListenError } from './listening.ts'
