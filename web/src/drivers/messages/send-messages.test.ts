import type { DriverMessageAction } from '@rumbo/contract/drivers.threads.contract'
import { expect, it } from 'vitest'
import { ProblemError, TransportError } from '../../app/data/problems.ts'
import { createKeptStore } from '../proofs/proof-store.ts'
import type { MessageAction } from './driver-messages.rules.ts'
import { type KeptFile, sendMessages } from './send-messages.ts'

const noDatabase = () => Promise.reject(new Error('private window'))
const write = (id: string, fileId?: string): MessageAction => ({
  id,
  at: '2026-03-02T15:00:00.000Z',
  kind: 'send',
  threadId: 't1',
  text: id,
  files: fileId === undefined ? [] : [{ id: fileId, name: 'Foto.jpg', contentType: 'image/jpeg' }],
})
/** A phone with one picture `f1` on it. */
async function phone() {
  const store = createKeptStore<KeptFile>('test', 'files', noDatabase)
  await store.put({ id: 'f1', name: 'Foto.jpg', contentType: 'image/jpeg', content: new Blob(['x']) })
  return store
}
const answered = async () => new Blob([JSON.stringify({ id: 'a1' })])
const done = async (actions: DriverMessageAction[]) => ({
  items: actions.map(({ id }) => ({ id, problem: null })),
})

it('uploads a picture once, though the answer to its message was lost, and forgets it afterwards', async () => {
  const store = await phone()
  const uploads: string[] = []
  const upload = (path: string) => {
    uploads.push(path)
    return answered()
  }
  const lost = async () => {
    throw new TransportError('lost', false)
  }
  await expect(sendMessages(store, [write('a', 'f1')], upload, lost)).rejects.toThrow('lost')
  const sent: DriverMessageAction[] = []
  const results = await sendMessages(store, [write('a', 'f1')], upload, (actions) => {
    sent.push(...actions)
    return done(actions)
  })
  expect(uploads).toEqual(['/attachments?name=Foto.jpg'])
  expect(sent).toMatchObject([{ id: 'a', attachmentIds: ['a1'] }])
  expect([...results]).toEqual([['a', null]])
  expect(await store.get('f1')).toBeNull()
})

it('refuses a message whose picture is refused, keeps the picture, and sends the others', async () => {
  const store = await phone()
  const refuse = async () => {
    throw new ProblemError(413, 'too large', { code: 'payload_too_large' } as never)
  }
  const results = await sendMessages(store, [write('a', 'f1'), write('b')], refuse, done)
  expect(Object.fromEntries(results)).toEqual({ a: 'payload_too_large', b: null })
  expect(await store.get('f1')).not.toBeNull()
})

it('sends nothing while a picture cannot be uploaded, so that the order stays', async () => {
  const store = await phone()
  const offline = async () => {
    throw new TransportError('offline', false)
  }
  await expect(sendMessages(store, [write('a', 'f1'), write('b')], offline, done)).rejects.toThrow('offline')
})
