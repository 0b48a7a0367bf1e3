import helmet from '@fastify/helmet'
import plugin from 'fastify-plugin'
import { hstsSeconds } from './refusals.ts'

/**
 * Strict by default: own origin only, a nonce per response for the page's style and start script, no framing. Map tiles
 * may also come from `mapOrigins`. With own TLS, HSTS applies for a year to this host only, not to subdomains.
 */
export const headersPlugin = plugin<{ mapOrigins?: readonly string[]; isTls?: boolean }>(
  async (app, { mapOrigins = [], isTls = false }) => {
    await app.register(helmet, {
      enableCSPNonces: true,
      contentSecurityPolicy: {
        useDefaults: false,
        directives: {
          defaultSrc: ["'self'"],
          scriptSrc: ["'self'"],
          styleSrc: ["'self'"],
          // MapLibre and MUI set the style attribute of single elements; style elements still need the nonce.
          styleSrcAttr: ["'unsafe-inline'"],
          imgSrc: ["'self'", 'data:', 'blob:', ...mapOrigins],
          // Recordings are downloaded with the session before they are played.
          mediaSrc: ["'self'", 'blob:'],
          fontSrc: ["'self'", 'data:'],
          connectSrc: ["'self'", ...mapOrigins],
          workerSrc: ["'self'", 'blob:'],
          objectSrc: ["'none'"],
          baseUri: ["'self'"],
          formAction: ["'self'"],
          frameAncestors: ["'none'"],
        },
      },
      crossOriginEmbedderPolicy: false,
      referrerPolicy: { policy: 'same-origin' },
      hsts: isTls && { maxAge: hstsSeconds, includeSubDomains: false },
    })
  },
)
