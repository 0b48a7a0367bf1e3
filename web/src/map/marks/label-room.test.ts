import { expect, it } from 'vitest'
import { createLabelRoom } from './label-room.ts'

const words = (left: number, top: number) => ({ left, top, width: 40, height: 14 })

it('refuses labels that overlap other labels or marks, but allows them below their own mark', () => {
  const room = createLabelRoom()
  room.clear({ width: 200, height: 100 })
  room.take({ left: 20, top: 20, width: 24, height: 24 }, 1)
  expect(room.isFree(words(20, 38), 1)).toBe(true)
  expect(room.isFree(words(20, 38), 2)).toBe(false)
  expect(room.isFree(words(90, 38), 2)).toBe(true)
  room.take(words(20, 38), 1)
  room.take({ left: 40, top: 40, width: 24, height: 24 }, 2)
  expect(room.isFree(words(20, 38), 1)).toBe(false)
  expect(room.isFree(words(-300, -300), 3)).toBe(true)
  room.clear({ width: 200, height: 100 })
  expect(room.isFree(words(20, 38), 2)).toBe(true)
})
