import { createHash, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'
import { errors, jwtVerify, SignJWT } from 'jose'
import { LRUCache } from 'lru-cache'
import { problem } from '../platform/problem.ts'
import { createSeal } from '../platform/seal.ts'
import { accessTokenSeconds } from './identity.rules.ts'

const issuer = 'rumbo'
const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

const mostVerified = 5_000

interface Verified {
  userId: string
  sessionId: string
  /** Seconds since 1970. */
  expiresAt: number
}

export type Keys = ReturnType<typeof createKeys>

/**
 * Signs, encrypts and hashes with keys derived from the installation's secret, one key per purpose.
 * @param formerCodeKeys `codeKey` of former secrets
 */
export function createKeys(secret: string, formerCodeKeys: readonly string[] = []) {
  const derive = (use: string) => Buffer.from(hkdfSync('sha256', secret, 'rumbo', use, 32))
  const tokenKey = derive('access token')
  const deviceKey = derive('device cookie')
  const codeKey = derive('reset code')
  const mac = (key: Buffer, text: string) => createHmac('sha256', key).update(text).digest('base64url')

  /** Tokens with a valid signature: a page sends the same one with each call. */
  const verified = new LRUCache<string, Verified>({ max: mostVerified })

  async function readAccess(token: string, now: Date): Promise<Verified> {
    try {
      const { payload } = await jwtVerify(token, tokenKey, {
        algorithms: ['HS256'],
        typ: 'at+jwt',
        issuer,
        currentDate: now,
      })
      const { sub, sid, exp } = payload
      if (
        typeof sub === 'string' &&
        typeof sid === 'string' &&
        typeof exp === 'number' &&
        uuidPattern.test(sub) &&
        uuidPattern.test(sid)
      )
        return { userId: sub, sessionId: sid, expiresAt: exp }
    } catch (error) {
      if (error instanceof errors.JWTExpired) throw problem('session_expired')
      if (!(error instanceof errors.JOSEError)) throw error
    }
    throw problem('unauthenticated')
  }

  return {
    /** A JWT with user and session, valid for `accessTokenSeconds`. */
    signAccess(userId: string, sessionId: string, now: Date): Promise<string> {
      const seconds = Math.floor(now.getTime() / 1000)
      return new SignJWT({ sid: sessionId })
        .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt' })
        .setIssuer(issuer)
        .setSubject(userId)
        .setIssuedAt(seconds)
        .setExpirationTime(seconds + accessTokenSeconds)
        .sign(tokenKey)
    },

    /** @throws Problem `session_expired` for an expired token, `unauthenticated` for any other invalid one */
    async verifyAccess(token: string, now: Date): Promise<{ userId: string; sessionId: string }> {
      const known = verified.get(token)
      const isExpired = known !== undefined && known.expiresAt <= now.getTime() / 1000
      if (isExpired) {
        verified.delete(token)
        throw problem('session_expired')
      }
      const { userId, sessionId, expiresAt } = known ?? (await readAccess(token, now))
      if (!known) verified.set(token, { userId, sessionId, expiresAt })
      return { userId, sessionId }
    },

    signDevice: (deviceId: string) => `${deviceId}.${mac(deviceKey, deviceId)}`,

    /** The device id in a cookie; null if the signature is invalid. */
    readDevice(cookie: string | undefined): string | null {
      const [deviceId, signature] = (cookie ?? '').split('.')
      if (!deviceId || !signature || !uuidPattern.test(deviceId)) return null
      return isSame(signature, mac(deviceKey, deviceId)) ? deviceId : null
    },

    ...createSeal(secret, 'one-time secret'),

    /** Keyed, because six digits are easily found by brute force from a plain hash. */
    hashCode: (subject: string, code: string) => mac(codeKey, `${subject}:${code}`),

    /** The hashes a code may be stored as, under the present and the former secrets. */
    hashesOf: (subject: string, code: string) =>
      [codeKey, ...formerCodeKeys.map((key) => Buffer.from(key, 'base64url'))].map((key) =>
        mac(key, `${subject}:${code}`),
      ),

    codeKey: codeKey.toString('base64url'),
  }
}

/** Compares in constant time. */
export function isSame(a: string, b: string): boolean {
  const left = Buffer.from(a)
  const right = Buffer.from(b)
  return left.length === right.length && timingSafeEqual(left, right)
}

/** 256 random bits, so a plain hash is enough for storage. */
export const newRefreshToken = () => randomBytes(32).toString('base64url')
export const hashToken = (token: string) => createHash('sha256').update(token).digest('base64url')
/** Entered names that no account has are stored only as this hash. */
export const hashName = (name: string) => createHash('sha256').update(name.toLowerCase()).digest('base64url')
