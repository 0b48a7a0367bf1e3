import type { DriverAction } from '@rumbo/contract/drivers.contract'
import { expect, it } from 'vitest'
import { createProofStore } from './proof-store.ts'
import { sendImages } from './send-images.ts'

const action: DriverAction = {
  id: 'a1',
  at: '2026-03-02T15:00:00.000Z',
  kind: 'complete',
  serviceId: 's1',
  proofs: [
    { kind: 'photo', fileId: 'f1' },
    { kind: 'pin', pin: '0417' },
  ],
}
const noDatabase = () => Promise.reject(new Error('a private window'))

it('sends the images before the action, and again until the server has them', async () => {
  const store = createProofStore(noDatabase)
  await store.put({ id: 'f1', serviceId: 's1', content: '/9j/' })
  const sent: unknown[] = []
  const offline = async () => {
    throw new Error('no connection')
  }
  await expect(sendImages(store, [action], offline, () => false)).rejects.toThrow('no connection')
  await sendImages(
    store,
    [action],
    async (body) => sent.push(body),
    () => false,
  )
  expect(sent).toEqual([{ id: 'f1', serviceId: 's1', content: '/9j/' }])
})

it('leaves out what the server refuses, so that the action is refused in words', async () => {
  const store = createProofStore(noDatabase)
  await store.put({ id: 'f1', serviceId: 's1', content: 'AAAA' })
  const refuse = async () => {
    throw new Error('proof_unreadable')
  }
  await expect(sendImages(store, [action], refuse, () => true)).resolves.toBeUndefined()
})
