import { isIP } from 'node:net'
import { isAbsolute, join, resolve } from 'node:path'
import { type DeviceProtocol, deviceProtocols } from '@rumbo/contract/device-report.contract'
import { newPassword } from '@rumbo/contract/identity.contract'
import * as z from 'zod'
import { logLevels } from './logging.ts'
import { projectRoot } from './project-root.ts'
import { StartupFailure } from './startup-failure.ts'

export const processRoles = ['api', 'gateway', 'worker'] as const
export type ProcessRole = (typeof processRoles)[number]

interface Variable<Schema extends z.ZodType = z.ZodType> {
  schema: Schema
  /** Printed in the operations page; the word for what happens when nothing is set. */
  default: string
  meaning: string
}

const variable = <Schema extends z.ZodType>(schema: Schema, defaultText: string, meaning: string) => ({
  schema,
  default: defaultText,
  meaning,
})

const text = z.string().optional()
const port = (fallback: number) =>
  z
    .string()
    .regex(/^\d{1,5}$/, 'must be a port number from 0 to 65535')
    .transform(Number)
    .refine((number) => number <= 65535, 'must be a port number from 0 to 65535')
    .default(fallback)
/** Undefined where it is not set by its own name. */
const gatewayPort = z
  .literal('off')
  .transform(() => null)
  .or(port(0).unwrap())
  .optional()
const flag = (fallback: boolean) =>
  z
    .enum(['0', '1'], 'must be 1 or 0')
    .transform((value) => value === '1')
    .default(fallback)
const count = (fallback: number, from: number, to: number) => {
  const sentence = `must be a whole number from ${from} to ${to}`
  return z
    .string()
    .regex(/^\d{1,9}$/, sentence)
    .transform(Number)
    .refine((number) => number >= from && number <= to, sentence)
    .default(fallback)
}
const list = z.string().transform((value) =>
  value
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== ''),
)
const httpUrl = z
  .url({ protocol: /^https?$/, error: 'must be an address that begins with http:// or https://' })
  .optional()
const urlWith = (protocol: RegExp, sentence: string) => z.url({ protocol, error: sentence }).optional()
/** Such as 10.0.0.0/8, ::1 or 192.0.2.7. */
function isAddressRange(text: string): boolean {
  const [address = '', prefix = '0', ...more] = text.split('/')
  const bits = isIP(address) === 6 ? 128 : 32
  return isIP(address) !== 0 && /^\d{1,3}$/.test(prefix) && Number(prefix) <= bits && more.length === 0
}
const addressRanges = list.pipe(
  z.array(z.string().refine(isAddressRange, 'must list IP addresses or ranges such as 10.0.0.0/8')),
)

/** What operators call the trackers of each protocol, and where these customarily report. */
export const gatewayProtocols: Readonly<Record<DeviceProtocol, { port: number; trackers: string }>> = {
  gt06: { port: 5023, trackers: 'GT06 trackers (TCP)' },
  suntech: { port: 5011, trackers: 'Suntech trackers (TCP and UDP)' },
  teltonika: { port: 5027, trackers: 'Teltonika trackers (TCP and UDP)' },
  queclink: { port: 5004, trackers: 'Queclink trackers (TCP and UDP)' },
  h02: { port: 5013, trackers: 'H02 trackers such as Sinotrack (TCP and UDP)' },
  gps103: { port: 5001, trackers: 'GPS103 and Coban trackers (TCP and UDP)' },
  tk103: { port: 5002, trackers: 'TK103 trackers (TCP and UDP)' },
  jt808: { port: 5015, trackers: 'JT/T 808 trackers (TCP)' },
  osmand: { port: 5055, trackers: 'OsmAnd and phone trackers (HTTP)' },
}

type PortVariable = `RUMBO_GATEWAY_${Uppercase<DeviceProtocol>}_PORT`
type AddressesVariable = `RUMBO_GATEWAY_${Uppercase<DeviceProtocol>}_ADDRESSES`
const upper = (protocol: DeviceProtocol) => protocol.toUpperCase() as Uppercase<DeviceProtocol>
/** The variable that sets the port of a protocol. */
export const portVariable = (protocol: DeviceProtocol): PortVariable =>
  `RUMBO_GATEWAY_${upper(protocol)}_PORT`
const addressesVariable = (protocol: DeviceProtocol): AddressesVariable =>
  `RUMBO_GATEWAY_${upper(protocol)}_ADDRESSES`
const perProtocol = <Name extends string, Made>(
  nameOf: (protocol: DeviceProtocol) => Name,
  make: (protocol: DeviceProtocol) => Made,
) =>
  Object.fromEntries(deviceProtocols.map((protocol) => [nameOf(protocol), make(protocol)])) as Record<
    Name,
    Made
  >

/** Every environment variable of the server, in the order the operations page shows them. */
export const variables = {
  RUMBO_HOST: variable(z.string().default('127.0.0.1'), '127.0.0.1', 'Address on which HTTP listens'),
  RUMBO_PORT: variable(port(8080), '8080', 'Port of HTTP; 0 takes a free one'),
  RUMBO_PUBLIC_URL: variable(
    httpUrl,
    'derived from host and port',
    'Address under which people reach Rumbo: links in messages, allowed origin, Secure cookies with https',
  ),
  RUMBO_ALLOWED_ORIGINS: variable(
    list
      .pipe(
        z.array(z.url({ protocol: /^https?$/, error: 'must list addresses such as https://example.com' })),
      )
      .default([]),
    'the public address',
    'Further origins whose pages may call, separated by commas',
  ),
  RUMBO_TRUSTED_PROXIES: variable(
    addressRanges.default([]),
    'none: the address of the socket counts',
    'Proxies whose forwarded client address is believed, separated by commas',
  ),
  RUMBO_TLS_CERT: variable(text, 'none: plain HTTP', 'File with the TLS certificate chain (PEM)'),
  RUMBO_TLS_KEY: variable(text, 'none', 'File with the key of that certificate (PEM)'),
  RUMBO_DATA_DIR: variable(
    z.string().default('.data'),
    '.data in the project',
    'Folder of the embedded database, secrets, region packs and uploads',
  ),
  DATABASE_URL: variable(
    urlWith(/^postgres(ql)?$/, 'must begin with postgres:// or postgresql://'),
    'none: embedded PostgreSQL',
    'An external PostgreSQL 15 or later; its user makes the roles and migrates',
  ),
  RUMBO_DATABASE_CONNECTIONS: variable(count(10, 2, 200), '10', 'Connections to PostgreSQL per process'),
  RUMBO_ROLES: variable(
    list
      .pipe(z.array(z.enum(processRoles, 'may name api, gateway and worker, separated by commas')).min(1))
      .default([...processRoles]),
    'api,gateway,worker',
    'What this process does',
  ),
  RUMBO_SECRET: variable(
    z.string().min(32, 'must have at least 32 characters').optional(),
    'generated into the data dir',
    'Signs tokens and seals stored secrets; the same in every process',
  ),
  RUMBO_ADMIN_EMAIL: variable(
    z.email('must be an e-mail address').optional(),
    'admin@rumbo.local',
    'E-mail of the first super admin',
  ),
  RUMBO_ADMIN_USERNAME: variable(
    z
      .string()
      .regex(/^[A-Za-z0-9_]{3,50}$/, 'must have 3 to 50 letters, numbers or underscores')
      .optional(),
    'admin',
    'Username of the first super admin',
  ),
  RUMBO_ADMIN_PASSWORD: variable(
    z
      .string()
      .refine(
        (value) => value.length >= 12 && newPassword.safeParse(value).success,
        'must have 12 to 63 characters, with a lowercase letter, an uppercase letter, a number and one of !@#$%^&*',
      )
      .optional(),
    'generated and printed once',
    'Password of the first super admin',
  ),
  RUMBO_REGISTRATION: variable(flag(true), '1', 'Whether people may register themselves; 0 switches it off'),
  RUMBO_LOGIN_NOTICE: variable(text, 'none', 'A text shown on the login page'),
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
    'Name or address that trackers are told to report to',
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
    'Device connections open at once in one gateway process; more are refused, counted and logged',
  ),
  RUMBO_METRICS_TOKEN: variable(
    text,
    'none: only this machine',
    'Bearer token that opens /metrics to other machines',
  ),
  RUMBO_LOG_LEVEL: variable(
    z.enum(logLevels, `must be one of ${logLevels.join(', ')}`).default('info'),
    'info',
    'Least important line that is logged',
  ),
  RUMBO_MAPS_URL_TEMPLATE: variable(
    z
      .string()
      .refine(
        (value) => value.includes('{latitude}') && value.includes('{longitude}'),
        'must contain {latitude} and {longitude}',
      )
      .default(
        'https://www.openstreetmap.org/?mlat={latitude}&mlon={longitude}#map=17/{latitude}/{longitude}',
      ),
    'OpenStreetMap',
    'Where "open in a maps service" leads',
  ),
  RUMBO_ALLOW_ROOT: variable(flag(false), '0', 'Lets `npm run serve` run as root'),
  SMTP_URL: variable(
    urlWith(/^smtps?$/, 'must begin with smtp:// or smtps://'),
    'none: mails go to the local outbox',
    'Mail server, such as smtp://user:password@mail.example.com:587; smtps:// speaks TLS from the start',
  ),
  RUMBO_MAIL_FROM: variable(
    z.email('must be an e-mail address').optional(),
    'rumbo@ and the host of the public address',
    'Sender of every mail',
  ),
  SMS_URL: variable(
    httpUrl,
    'none: text messages go to the local outbox',
    'SMS provider: it is sent {"to", "text"} as JSON; user and password in the address as Basic authentication',
  ),
  TILES_URL: variable(httpUrl, 'none: region packs', 'Map tiles; not used yet'),
  ROUTING_URL: variable(httpUrl, 'none: the built-in engine', 'Routing service; not used yet'),
  GEOCODER_URL: variable(httpUrl, 'none: the built-in engine', 'Geocoding service; not used yet'),
} satisfies Record<string, Variable>

export type VariableName = keyof typeof variables
type Values = { [Name in VariableName]: z.output<(typeof variables)[Name]['schema']> }

export type Configuration = ReturnType<typeof arrange>

/**
 * Reads and checks every variable; an empty one counts as not set.
 * @param root what a relative data dir is relative to
 * @throws StartupFailure with one sentence per wrong variable, all at once
 */
export function readConfiguration(
  environment: Record<string, string | undefined>,
  root: string = projectRoot(),
): Configuration {
  const sentences: string[] = []
  const values: Record<string, unknown> = {}
  for (const [name, { schema }] of Object.entries(variables)) {
    const given = environment[name] === '' ? undefined : environment[name]
    const parsed = (schema as z.ZodType).safeParse(given)
    if (parsed.success) values[name] = parsed.data
    else sentences.push(`${name} ${parsed.error.issues[0]?.message ?? 'is not valid'}.`)
  }
  sentences.push(...unknownVariables(environment), ...contradictions(values as Partial<Values>))
  if (sentences.length > 0) throw new StartupFailure('configuration', sentences)
  return arrange(values as Values, root)
}

/** Whether only this machine can reach the address. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'))
}

/** The address people use, without a trailing slash; the port in use fills in when nothing is set. */
export function publicUrlOf(configuration: Configuration, listeningPort: number): string {
  if (configuration.publicUrl) return configuration.publicUrl
  const { host } = configuration.http
  const shown = host === '0.0.0.0' || host === '::' ? 'localhost' : isIP(host) === 6 ? `[${host}]` : host
  return `${configuration.http.tls ? 'https' : 'http'}://${shown}:${listeningPort}`
}

/** Mail servers want a name, not a number, after the @. */
function mailHostOf(publicUrl: string | undefined): string {
  const host = publicUrl ? new URL(publicUrl).hostname : ''
  return host === '' || isIP(host.replace(/^\[|\]$/g, '')) !== 0 ? 'localhost' : host
}

function unknownVariables(environment: Record<string, string | undefined>): string[] {
  return Object.keys(environment)
    .filter((name) => name.startsWith('RUMBO_GATEWAY_') && !(name in variables))
    .map((name) => `${name} names no device protocol of this version; remove it or correct the name.`)
}

function contradictions(values: Partial<Values>): string[] {
  const sentences: string[] = []
  if ((values.RUMBO_TLS_CERT === undefined) !== (values.RUMBO_TLS_KEY === undefined))
    sentences.push('RUMBO_TLS_CERT and RUMBO_TLS_KEY belong together; set both or neither.')
  const holders = new Map<number, string>()
  const take = (name: string, number: number | null | undefined) => {
    if (!number) return
    const holder = holders.get(number)
    if (holder) sentences.push(`${holder} and ${name} must be different ports; both are ${number}.`)
    else holders.set(number, name)
  }
  take('RUMBO_PORT', values.RUMBO_PORT)
  for (const protocol of deviceProtocols) take(portVariable(protocol), gatewayPortOf(protocol, values))
  return sentences
}

/** Null where the protocol is off. */
function gatewayPortOf(protocol: DeviceProtocol, values: Partial<Values>): number | null {
  const named = values[portVariable(protocol)]
  if (named !== undefined) return named
  if (values.RUMBO_GATEWAY_PORTS === undefined) return gatewayProtocols[protocol].port
  return values.RUMBO_GATEWAY_PORTS === 'off' ? null : 0
}

function arrange(values: Values, root: string) {
  const { RUMBO_TLS_CERT: certificateFile, RUMBO_TLS_KEY: keyFile } = values
  return {
    http: {
      host: values.RUMBO_HOST,
      port: values.RUMBO_PORT,
      tls: certificateFile && keyFile ? { certificateFile, keyFile } : null,
      trustedProxies: values.RUMBO_TRUSTED_PROXIES,
      /** As browsers write an origin: no path, no slash at the end. */
      allowedOrigins: [
        ...values.RUMBO_ALLOWED_ORIGINS,
        ...(values.RUMBO_PUBLIC_URL ? [values.RUMBO_PUBLIC_URL] : []),
      ].map((url) => new URL(url).origin),
    },
    publicUrl: values.RUMBO_PUBLIC_URL?.replace(/\/+$/, ''),
    dataDir: isAbsolute(values.RUMBO_DATA_DIR)
      ? values.RUMBO_DATA_DIR
      : resolve(join(root, values.RUMBO_DATA_DIR)),
    databaseUrl: values.DATABASE_URL,
    databaseConnections: values.RUMBO_DATABASE_CONNECTIONS,
    roles: values.RUMBO_ROLES,
    secret: values.RUMBO_SECRET,
    admin: {
      email: values.RUMBO_ADMIN_EMAIL ?? 'admin@rumbo.local',
      username: values.RUMBO_ADMIN_USERNAME ?? 'admin',
      /** Undefined: generate one and print it once. */
      password: values.RUMBO_ADMIN_PASSWORD,
    },
    registration: values.RUMBO_REGISTRATION,
    loginNotice: values.RUMBO_LOGIN_NOTICE,
    gateway: {
      host: values.RUMBO_GATEWAY_HOST,
      /** What trackers are told to report to. */
      publicHost: values.RUMBO_GATEWAY_PUBLIC_HOST ?? values.RUMBO_GATEWAY_HOST,
      ports: perProtocol(
        (protocol) => protocol,
        (protocol) => gatewayPortOf(protocol, values),
      ),
      /** Who may connect; undefined: everybody. */
      addresses: perProtocol(
        (protocol) => protocol,
        (protocol) => values[addressesVariable(protocol)],
      ),
      connectionLimit: values.RUMBO_GATEWAY_CONNECTION_LIMIT,
    },
    metricsToken: values.RUMBO_METRICS_TOKEN,
    logLevel: values.RUMBO_LOG_LEVEL,
    mapsUrlTemplate: values.RUMBO_MAPS_URL_TEMPLATE,
    allowRoot: values.RUMBO_ALLOW_ROOT,
    smtpUrl: values.SMTP_URL,
    mailFrom: values.RUMBO_MAIL_FROM ?? `rumbo@${mailHostOf(values.RUMBO_PUBLIC_URL)}`,
    smsUrl: values.SMS_URL,
    tilesUrl: values.TILES_URL,
    routingUrl: values.ROUTING_URL,
    geocoderUrl: values.GEOCODER_URL,
  }
}
