import type { DriverAction, sendProof } from '@rumbo/contract/drivers.contract'
import type { InputOf } from '@rumbo/contract/endpoint'
import type { ProofStore } from './proof-store.ts'

/** The ids of the images that actions name. */
export const imagesOf = (actions: readonly DriverAction[]): string[] =>
  actions.flatMap((action) =>
    'proofs' in action
      ? (action.proofs ?? []).flatMap((proof) => ('fileId' in proof ? [proof.fileId] : []))
      : [],
  )

/**
 * Sends the images that actions name, before the actions themselves. One that the server refuses is left out: the
 * action is then refused in words. Rejects without a connection.
 */
export async function sendImages(
  store: ProofStore,
  actions: readonly DriverAction[],
  send: (body: InputOf<typeof sendProof>['body']) => Promise<unknown>,
  isRefusal: (error: unknown) => boolean,
): Promise<void> {
  for (const id of imagesOf(actions)) {
    const kept = await store.get(id)
    if (!kept) continue
    try {
      await send({ id, serviceId: kept.serviceId, content: kept.content })
    } catch (error) {
      if (!isRefusal(error)) throw error
    }
  }
}
