import { generateKeyPairSync } from 'node:crypto'
import { asSystem } from '../access/access.ts'
import type { Database } from '../database/database.ts'
import type { Transaction } from '../database/transaction.ts'
import { createSeal } from '../seal.ts'

/** The keys that identify the installation to push services (VAPID), in base64url. */
export interface VapidPair {
  /** An uncompressed point of P-256. */
  publicKey: string
  privateKey: string
}

const vapid = 'vapid'
const sealOf = (secret: string) => createSeal(secret, 'keys of the installation')

function newPair(): VapidPair {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '', d = '' } = privateKey.export({ format: 'jwk' })
  const point = Buffer.concat([Buffer.from([4]), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')])
  return { publicKey: point.toString('base64url'), privateKey: d }
}

/** The installation's pair, made with the first call of any process. */
export function readVapidPair(database: Pick<Database, 'transaction'>, secret: string): Promise<VapidPair> {
  const seal = sealOf(secret)
  return database.transaction(asSystem('keys of push notifications'), async (tx) => {
    const stored = () =>
      tx.sql<{ public: string; sealed: string }>(
        'select public, sealed from platform.installation_keys where name = $1',
        [vapid],
      )
    let [found] = await stored()
    if (!found) {
      const made = newPair()
      await tx.sql(
        `insert into platform.installation_keys (name, public, sealed, created_at) values ($1, $2, $3, $4)
         on conflict do nothing`,
        [vapid, made.publicKey, seal.seal(made.privateKey), tx.now],
      )
      // Another process may have been first.
      ;[found] = await stored()
    }
    if (!found) throw new Error('The keys of push notifications could not be stored.')
    return { publicKey: found.public, privateKey: seal.unseal(found.sealed) }
  })
}

/** The pair, read once; a failure is tried again with the next call. @param given by configuration; null: the stored one */
export function createVapidReader(
  given: VapidPair | null,
  database: Pick<Database, 'transaction'>,
  secret: string,
): () => Promise<VapidPair> {
  let reading: Promise<VapidPair> | null = given && Promise.resolve(given)
  return () => {
    reading ??= readVapidPair(database, secret).catch((error: unknown) => {
      reading = null
      throw error
    })
    return reading
  }
}

/** For the change of the installation's secret. */
export const sealedInstallationKeys = {
  async reseal(tx: Transaction, { from, to }: { from: string; to: string }): Promise<number> {
    const [former, present] = [sealOf(from), sealOf(to)]
    let unreadable = 0
    const keys = await tx.sql<{ name: string; sealed: string }>(
      'select name, sealed from platform.installation_keys for update',
    )
    for (const { name, sealed } of keys) {
      let opened: string
      try {
        opened = former.unseal(sealed)
      } catch {
        unreadable += 1
        continue
      }
      await tx.sql('update platform.installation_keys set sealed = $2 where name = $1', [
        name,
        present.seal(opened),
      ])
    }
    return unreadable
  },
  /** Browsers notice the new pair when somebody next opens the product, and subscribe again. */
  async remove(tx: Transaction): Promise<number> {
    return (await tx.sql('delete from platform.installation_keys returning name')).length
  },
}
