import { type DeviceProtocol, deviceProtocols } from '@rumbo/contract/telemetry.device-report.contract'
import * as z from 'zod'
import { addressRanges, count, port, variable } from './values.ts'

/** Name and customary port of the trackers of each protocol. */
export const gatewayProtocols: Readonly<Record<DeviceProtocol, { port: number; trackers: string }>> = {
  gt06: { port: 5023, trackers: 'GT06 trackers (TCP)' },
  suntech: { port: 5011, trackers: 'Suntech trackers (TCP and UDP)' },
  teltonika: { port: 5027, trackers: 'Teltonika trackers (TCP and UDP)' },
  queclink: { port: 5004, trackers: 'Queclink trackers (TCP and UDP)' },
  h02: { port: 5013, trackers: 'H02 trackers such as Sinotrack (TCP and UDP)' },
  gps103: { port: 5001, trackers: 'GPS103 and Coban trackers (TCP and UDP)' },
  tk103: { port: 5002, trackers: 'TK103 trackers (TCP and UDP)' },
  jt808: { port: 5015, trackers: 'JT/T 808 trackers (TCP)' },
  meitrack: { port: 5020, trackers: 'Meitrack trackers (TCP and UDP)' },
  osmand: { port: 5055, trackers: 'OsmAnd and phone trackers (HTTP)' },
}

type PortVariable = `RUMBO_GATEWAY_${Uppercase<DeviceProtocol>}_PORT`
type AddressesVariable = `RUMBO_GATEWAY_${Uppercase<DeviceProtocol>}_ADDRESSES`
const upper = (protocol: DeviceProtocol) => protocol.toUpperCase() as Uppercase<DeviceProtocol>
/** The variable that sets the port of a protocol. */
export const portVariable = (protocol: DeviceProtocol): PortVariable =>
  `RUMBO_GATEWAY_${upper(protocol)}_PORT`
export const addressesVariable = (protocol: DeviceProtocol): AddressesVariable =>
  `RUMBO_GATEWAY_${upper(protocol)}_ADDRESSES`
export const perProtocol = <Name extends string, Made>(
  nameOf: (protocol: DeviceProtocol) => Name,
  make: (protocol: DeviceProtocol) => Made,
) =>
  Object.fromEntries(deviceProtocols.map((protocol) => [nameOf(protocol), make(protocol)])) as Record<
    Name,
    Made
  >

/** Undefined where the variable is not set. */
const gatewayPort = z
  .literal('off')
  .transform(() => null)
  .or(port(0).unwrap())
  .optional()

/** Variables of the device sockets, in the order of the operations page. */
export const gatewayVariables = {
  RUMBO_GATEWAY_HOST: variable(
    z.string().default('127.0.0.1'),
    '127.0.0.1',
    'Address on which the device sockets listen; 0.0.0.0 for trackers outside',
  ),
  RUMBO_GATEWAY_PUBLIC_HOST: variable(
    z
      .string()
      .regex(/^[A-Za-z0-9.:-]{1,253}$/, 'must be a host name or an IP address, without a port')
      .optional(),
    'the gateway host',
    'Host name or address that trackers connect to',
  ),
  RUMBO_GATEWAY_PORTS: variable(
    z.enum(['0', 'off'], 'must be 0 or off').optional(),
    'none: the ports below',
    'Every device port that is not set by its own name: 0 takes free ones, off closes them',
  ),
  ...perProtocol(portVariable, (protocol) =>
    variable(
      gatewayPort,
      String(gatewayProtocols[protocol].port),
      `Port of ${gatewayProtocols[protocol].trackers}; 0 takes a free one, off closes it`,
    ),
  ),
  ...perProtocol(addressesVariable, (protocol) =>
    variable(
      addressRanges.optional(),
      'everybody',
      `Addresses that may report as ${gatewayProtocols[protocol].trackers}: addresses or ranges, separated by commas`,
    ),
  ),
  RUMBO_GATEWAY_CONNECTION_LIMIT: variable(
    count(20_000, 1, 1_000_000),
    '20000',
    'Limit of open device connections in one gateway process; further ones are refused, counted and logged',
  ),
}
type GatewayValues = {
  [Name in keyof typeof gatewayVariables]: z.output<(typeof gatewayVariables)[Name]['schema']>
}

/** Null where the protocol is off. */
export function gatewayPortOf(protocol: DeviceProtocol, values: Partial<GatewayValues>): number | null {
  const named = values[portVariable(protocol)]
  if (named !== undefined) return named
  if (values.RUMBO_GATEWAY_PORTS === undefined) return gatewayProtocols[protocol].port
  return values.RUMBO_GATEWAY_PORTS === 'off' ? null : 0
}
