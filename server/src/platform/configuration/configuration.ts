import { isIP } from 'node:net'
import { isAbsolute, join, resolve } from 'node:path'
import { deviceProtocols } from '@rumbo/contract/telemetry.device-report.contract'
import type * as z from 'zod'
import { projectRoot } from '../process/project-root.ts'
import { StartupFailure } from '../process/startup-failure.ts'
import { addressesVariable, gatewayPortOf, perProtocol, portVariable } from './gateway.ts'
import { nearestName } from './spelling.ts'
import { type Values, variables } from './variables.ts'

export type Configuration = ReturnType<typeof arrange>

/**
 * Reads and checks every variable; an empty one counts as not set.
 * @param root the folder against which a relative data dir is resolved
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

/** The public URL without a trailing slash. Default: built from the host and the port in use. */
export function publicUrlOf(configuration: Configuration, listeningPort: number): string {
  if (configuration.publicUrl) return configuration.publicUrl
  const { host } = configuration.http
  const shown = host === '0.0.0.0' || host === '::' ? 'localhost' : isIP(host) === 6 ? `[${host}]` : host
  return `${configuration.http.tls ? 'https' : 'http'}://${shown}:${listeningPort}`
}

/** Mail servers require a host name, not an IP address, after the @. */
function mailHostOf(publicUrl: string | undefined): string {
  const host = publicUrl ? new URL(publicUrl).hostname : ''
  return host === '' || isIP(host.replace(/^\[|\]$/g, '')) !== 0 ? 'localhost' : host
}

function unknownVariables(environment: Record<string, string | undefined>): string[] {
  return Object.keys(environment)
    .filter((name) => name.startsWith('RUMBO_GATEWAY_') && !(name in variables))
    .map((name) => {
      const meant = nearestName(name, Object.keys(variables))
      const hint = meant === null ? '' : ` (did you mean ${meant}?)`
      return `${name} does not belong to a device protocol of this version; remove it or correct the name${hint}.`
    })
}

function contradictions(values: Partial<Values>): string[] {
  const sentences: string[] = []
  if ((values.RUMBO_TLS_CERT === undefined) !== (values.RUMBO_TLS_KEY === undefined))
    sentences.push('RUMBO_TLS_CERT and RUMBO_TLS_KEY belong together; set both or neither.')
  if ((values.VAPID_PUBLIC_KEY === undefined) !== (values.VAPID_PRIVATE_KEY === undefined))
    sentences.push('VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY belong together; set both or neither.')
  if (values.RUMBO_REPLY_ADDRESS === undefined)
    for (const name of ['IMAP_URL', 'MAIL_HOOK_TOKEN'] as const)
      if (values[name] !== undefined)
        sentences.push(`${name} needs RUMBO_REPLY_ADDRESS, the address of its replies.`)
  if (
    values.IMAP_URL !== undefined &&
    (new URL(values.IMAP_URL).username === '' || new URL(values.IMAP_URL).password === '')
  )
    sentences.push(
      'IMAP_URL needs a user and a password, such as imaps://user:password@mail.example.com/INBOX.',
    )
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

function pushOf(values: Values) {
  const { VAPID_SUBJECT: subject, VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey } = values
  if (subject === undefined) return null
  const pair = publicKey !== undefined && privateKey !== undefined ? { publicKey, privateKey } : null
  /** A pair that was given; null: the installation's own. */
  return { subject, pair }
}

function arrange(values: Values, root: string) {
  const { RUMBO_TLS_CERT: certificateFile, RUMBO_TLS_KEY: keyFile } = values
  const folderOf = (given: string) => (isAbsolute(given) ? given : resolve(join(root, given)))
  const dataDir = folderOf(values.RUMBO_DATA_DIR)
  const sharedDir = values.RUMBO_FILES_DIR === undefined ? null : folderOf(values.RUMBO_FILES_DIR)
  return {
    http: {
      host: values.RUMBO_HOST,
      port: values.RUMBO_PORT,
      tls: certificateFile && keyFile ? { certificateFile, keyFile } : null,
      trustedProxies: values.RUMBO_TRUSTED_PROXIES,
      /** In the form of the Origin header: no path, no trailing slash. */
      allowedOrigins: [
        ...values.RUMBO_ALLOWED_ORIGINS,
        ...(values.RUMBO_PUBLIC_URL ? [values.RUMBO_PUBLIC_URL] : []),
      ].map((url) => new URL(url).origin),
    },
    publicUrl: values.RUMBO_PUBLIC_URL?.replace(/\/+$/, ''),
    dataDir,
    /** A folder shared by processes on several machines; undefined without one. */
    sharedDir,
    files: {
      storeIn: sharedDir === null ? ('database' as const) : ('folder' as const),
      directory: join(sharedDir ?? dataDir, 'uploads'),
    },
    regionsFolder: join(sharedDir ?? dataDir, 'regions'),
    databaseUrl: values.DATABASE_URL,
    databaseConnections: values.RUMBO_DATABASE_CONNECTIONS,
    roles: values.RUMBO_ROLES,
    secret: values.RUMBO_SECRET,
    /** The former secret, which this start may replace with `secret`. */
    previousSecret: values.RUMBO_SECRET_PREVIOUS,
    admin: {
      email: values.RUMBO_ADMIN_EMAIL ?? 'admin@rumbo.local',
      username: values.RUMBO_ADMIN_USERNAME ?? 'admin',
      /** Undefined: generate one and print it once. */
      password: values.RUMBO_ADMIN_PASSWORD,
    },
    registration: values.RUMBO_REGISTRATION,
    regionUploadBytes: values.RUMBO_REGION_UPLOAD_MB * 1_000_000,
    loginNotice: values.RUMBO_LOGIN_NOTICE,
    gateway: {
      host: values.RUMBO_GATEWAY_HOST,
      /** The host that trackers connect to. */
      publicHost: values.RUMBO_GATEWAY_PUBLIC_HOST ?? values.RUMBO_GATEWAY_HOST,
      ports: perProtocol(
        (protocol) => protocol,
        (protocol) => gatewayPortOf(protocol, values),
      ),
      /** Addresses that may connect; undefined: all. */
      addresses: perProtocol(
        (protocol) => protocol,
        (protocol) => values[addressesVariable(protocol)],
      ),
      connectionLimit: values.RUMBO_GATEWAY_CONNECTION_LIMIT,
    },
    backups: {
      /** Null: none are scheduled. */
      at:
        values.RUMBO_BACKUP_TIME === undefined
          ? values.DATABASE_URL
            ? null
            : { hour: 3, minute: 15 }
          : values.RUMBO_BACKUP_TIME,
      keep: values.RUMBO_BACKUP_KEEP,
    },
    metricsToken: values.RUMBO_METRICS_TOKEN,
    logLevel: values.RUMBO_LOG_LEVEL,
    mapsUrlTemplate: values.RUMBO_MAPS_URL_TEMPLATE,
    allowRoot: values.RUMBO_ALLOW_ROOT,
    smtpUrl: values.SMTP_URL,
    mailFrom: values.RUMBO_MAIL_FROM ?? `rumbo@${mailHostOf(values.RUMBO_PUBLIC_URL)}`,
    /** How replies to messages arrive; null: mails cannot be replied to. */
    replies:
      values.RUMBO_REPLY_ADDRESS === undefined
        ? null
        : {
            address: values.RUMBO_REPLY_ADDRESS,
            mailboxUrl: values.IMAP_URL ?? null,
            hookToken: values.MAIL_HOOK_TOKEN ?? null,
          },
    smsUrl: values.SMS_URL,
    sms: {
      provider: values.SMS_PROVIDER,
      from: values.SMS_FROM ?? '',
      template: values.SMS_TEMPLATE ?? 'rumbo_notice',
      hookToken: values.SMS_HOOK_TOKEN ?? null,
    },
    push: pushOf(values),
    webhookAddresses: values.WEBHOOK_ALLOWED_ADDRESSES,
    tilesUrl: values.TILES_URL,
    routingUrl: values.ROUTING_URL,
    geocoderUrl: values.GEOCODER_URL,
  }
}
