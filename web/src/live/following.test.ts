import type { ClientMessage } from '@rumbo/contract/live.contract'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { createFollowing, type ServicesMessage } from './following.ts'

const send = vi.fn<(message: ClientMessage) => void>()
const onServices = vi.fn<(message: ServicesMessage) => void>()
const message = (previous: number | null, number: number, channel = 'f1'): ServicesMessage => ({
  type: 'services',
  channel,
  previous,
  number,
  now: 1,
  services: [],
  gone: [],
})
const requests = () => send.mock.calls.map(([said]) => said)

function open() {
  const following = createFollowing({ send, onServices })
  following.replace(['f1'])
  following.accept(message(null, 4))
  return following
}

describe('following services', () => {
  beforeEach(() => {
    send.mockReset()
    onServices.mockReset()
  })

  it('passes on the whole state and the changes that follow on it', () => {
    const following = open()
    following.accept(message(4, 5))
    expect(requests()).toEqual([{ type: 'follow', fleets: ['f1'] }])
    expect(onServices).toHaveBeenCalledTimes(2)
  })

  it('requests the whole state again after a gap, and drops changes until it comes', () => {
    const following = open()
    following.accept(message(6, 7))
    following.accept(message(7, 8))
    expect(requests()).toHaveLength(2)
    expect(onServices).toHaveBeenCalledTimes(1)
    following.accept(message(null, 8))
    following.accept(message(8, 9))
    expect(onServices).toHaveBeenCalledTimes(3)
  })

  it('requests it again on each connection, and drops fleets that are no longer followed', () => {
    const following = open()
    following.begin()
    following.accept(message(4, 5))
    expect(requests()).toHaveLength(2)
    expect(onServices).toHaveBeenCalledTimes(1)
    following.replace([])
    following.begin()
    following.accept(message(null, 6))
    expect(requests()).toHaveLength(3)
    expect(onServices).toHaveBeenCalledTimes(1)
  })
})
