import { newPassword } from '@rumbo/contract/identity.contract'
import * as z from 'zod'
import { smsProviders } from '../deliveries/sms-presets.ts'
import { logLevels } from '../process/logging.ts'
import { gatewayVariables } from './gateway.ts'
import {
  addressRanges,
  count,
  flag,
  httpUrl,
  list,
  port,
  text,
  timeOfDay,
  urlWith,
  type Variable,
  variable,
} from './values.ts'

export const processRoles = ['api', 'gateway', 'worker'] as const
export type ProcessRole = (typeof processRoles)[number]

const hookToken = z
  .string()
  .regex(/^[\w-]{20,200}$/, 'must have 20 to 200 letters, numbers, - or _')
  .optional()

/** Every environment variable of the server, in the order the operations page shows them. */
export const variables = {
  RUMBO_HOST: variable(z.string().default('127.0.0.1'), '127.0.0.1', 'Address on which HTTP listens'),
  RUMBO_PORT: variable(port(8080), '8080', 'Port of HTTP; 0 takes a free one'),
  RUMBO_PUBLIC_URL: variable(
    httpUrl,
    'derived from host and port',
    'Address under which people reach Rumbo: links in mails and SMS, allowed origin, Secure cookies with https',
  ),
  RUMBO_ALLOWED_ORIGINS: variable(
    list
      .pipe(
        z.array(z.url({ protocol: /^https?$/, error: 'must list addresses such as https://example.com' })),
      )
      .default([]),
    'the public address',
    'Further origins whose pages may call the API, separated by commas',
  ),
  RUMBO_TRUSTED_PROXIES: variable(
    addressRanges.default([]),
    'none: the address of the socket is used',
    'Proxies whose forwarded client address is trusted, separated by commas',
  ),
  RUMBO_TLS_CERT: variable(text, 'none: plain HTTP', 'File with the TLS certificate chain (PEM)'),
  RUMBO_TLS_KEY: variable(text, 'none', 'File with the key of that certificate (PEM)'),
  RUMBO_DATA_DIR: variable(
    z.string().default('.data'),
    '.data in the project',
    'Folder of the embedded database, secrets and region packs',
  ),
  RUMBO_FILES_DIR: variable(
    text,
    'none: files in PostgreSQL, regions in the data dir',
    'Folder for files and region packs that api and worker processes on several machines share',
  ),
  DATABASE_URL: variable(
    urlWith(/^postgres(ql)?$/, 'must begin with postgres:// or postgresql://'),
    'none: embedded PostgreSQL',
    'An external PostgreSQL 15 or later; its user creates the roles and runs the migrations',
  ),
  RUMBO_DATABASE_CONNECTIONS: variable(count(10, 2, 200), '10', 'Connections to PostgreSQL per process'),
  RUMBO_ROLES: variable(
    list
      .pipe(z.array(z.enum(processRoles, 'may name api, gateway and worker, separated by commas')).min(1))
      .default([...processRoles]),
    'api,gateway,worker',
    'Roles of this process',
  ),
  RUMBO_SECRET: variable(
    z.string().min(32, 'must have at least 32 characters').optional(),
    'generated into the data dir',
    'Signs tokens and encrypts stored secrets; must be the same in every process',
  ),
  RUMBO_SECRET_PREVIOUS: variable(
    z.string().min(32, 'must have at least 32 characters').optional(),
    'none',
    'The former secret, for the single start that changes it to RUMBO_SECRET',
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
  ...gatewayVariables,
  RUMBO_BACKUP_TIME: variable(
    timeOfDay,
    '03:15 with the embedded database, off with an external one',
    'Time of the daily backup to `backups/`, on the clock of this machine; off disables it',
  ),
  RUMBO_BACKUP_KEEP: variable(count(7, 1, 1_000), '7', 'How many scheduled backups are kept'),
  RUMBO_METRICS_TOKEN: variable(
    text,
    'none: only this machine',
    'Bearer token that lets other machines read /metrics',
  ),
  RUMBO_LOG_LEVEL: variable(
    z.enum(logLevels, `must be one of ${logLevels.join(', ')}`).default('info'),
    'info',
    'Lowest level that is logged',
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
    'Target of "open in a maps service"',
  ),
  RUMBO_REGION_UPLOAD_MB: variable(
    count(2_048, 1, 65_536),
    '2048',
    'Largest region file (.osm.pbf) that may be uploaded through the browser',
  ),
  RUMBO_ALLOW_ROOT: variable(flag(false), '0', 'Lets `npm run serve` run as root'),
  SMTP_URL: variable(
    urlWith(/^smtps?$/, 'must begin with smtp:// or smtps://'),
    'none: mails are kept for reading in Rumbo',
    'Mail server, such as smtp://user:password@mail.example.com:587; smtps:// uses TLS from the start',
  ),
  RUMBO_MAIL_FROM: variable(
    z.email('must be an e-mail address').optional(),
    'rumbo@ and the host of the public address',
    'Sender of every mail',
  ),
  RUMBO_REPLY_ADDRESS: variable(
    z.email('must be an e-mail address').optional(),
    'none: mails cannot be replied to',
    'Where replies to messages go, such as respuestas@example.com. Each mail has its own address, with a token after a plus, so the mail server has to accept respuestas+anything@example.com',
  ),
  IMAP_URL: variable(
    urlWith(/^imaps?$/, 'must begin with imap:// or imaps://'),
    'none: no mailbox is read',
    'The mailbox of that address, such as imaps://user:password@mail.example.com/INBOX. It is only read; nothing in it is changed or deleted',
  ),
  MAIL_HOOK_TOKEN: variable(
    hookToken,
    'none',
    'Instead of a mailbox: ends the address where a mail server passes on replies: /v1/hooks/mail/ and this token at the public address',
  ),
  SMS_URL: variable(
    httpUrl,
    'none: SMS are kept for reading in Rumbo',
    'SMS provider; user and password in the address are its account and key. generic receives {"to", "text"} as JSON, with Basic authentication',
  ),
  SMS_PROVIDER: variable(
    z.enum(smsProviders, `must be one of ${smsProviders.join(', ')}`).default('generic'),
    'generic',
    `How SMS_URL is called: ${smsProviders.join(', ')}`,
  ),
  SMS_FROM: variable(
    text,
    'none',
    'Sender of SMS: a number such as +525512345678, a name, or for whatsapp the id of the telephone number',
  ),
  SMS_TEMPLATE: variable(
    text,
    'rumbo_notice',
    'For whatsapp: the name of an approved template whose one variable is the text',
  ),
  SMS_HOOK_TOKEN: variable(
    hookToken,
    'none: no receipts and replies',
    'Ends the address where the provider reports receipts and replies: /v1/hooks/sms/ and this token at the public address',
  ),
  VAPID_SUBJECT: variable(
    z
      .string()
      .regex(/^(mailto:\S+@\S+|https:\/\/\S+)$/, 'must begin with mailto: or https://')
      .optional(),
    'none: no push notifications',
    'Switches push notifications on: whom push services may write to, such as mailto:it@example.com. Messages pass through the push service of each browser, encrypted',
  ),
  VAPID_PUBLIC_KEY: variable(
    z
      .string()
      .regex(/^[A-Za-z0-9_-]{87}$/, 'must be an uncompressed P-256 point as base64url')
      .optional(),
    'generated once into the database',
    'Public key of push notifications, where you have a pair already',
  ),
  VAPID_PRIVATE_KEY: variable(
    z
      .string()
      .regex(/^[A-Za-z0-9_-]{43}$/, 'must be 32 bytes as base64url')
      .optional(),
    'generated once into the database, encrypted',
    'Private key of that pair',
  ),
  WEBHOOK_ALLOWED_ADDRESSES: variable(
    addressRanges.default([]),
    'none: public addresses only',
    'Addresses in your own network that webhooks may call, as ranges such as 10.1.2.0/24 separated by commas',
  ),
  TILES_URL: variable(
    httpUrl,
    'none: the world map and region packs',
    'A MapLibre style, or a template of raster tiles with {z}, {x} and {y}; browsers request that address themselves',
  ),
  ROUTING_URL: variable(
    urlWith(
      /^((osrm|valhalla)\+)?https?$/,
      'must begin with http://, https://, osrm+https:// or valhalla+https://',
    ),
    'none: the built-in engines',
    'Routing service with the API of OSRM or Valhalla; osrm+https:// and valhalla+https:// state which, otherwise it is detected',
  ),
  GEOCODER_URL: variable(
    urlWith(
      /^((nominatim|photon)\+)?https?$/,
      'must begin with http://, https://, nominatim+https:// or photon+https://',
    ),
    'none: the built-in engines',
    'Geocoder with the API of Nominatim or Photon; nominatim+https:// and photon+https:// state which, otherwise it is detected',
  ),
} satisfies Record<string, Variable>

export type VariableName = keyof typeof variables
export type Values = { [Name in VariableName]: z.output<(typeof variables)[Name]['schema']> }
