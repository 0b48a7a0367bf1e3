import { expect, it } from 'vitest'
import { createLabelRoom, labelBoxes, pinBox, pinLabelBoxes } from './label-room.ts'

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

it('offers four places around a mark, none of them on it, and one is free beside a crowded side', () => {
  const mark = { x: 100, y: 50 }
  const room = createLabelRoom()
  room.clear({ width: 200, height: 100 })
  room.take({ left: 89, top: 39, width: 22, height: 22 }, 1)
  const boxes = labelBoxes(mark, 24)
  expect(boxes.map((box) => room.isFree(box, 2))).toEqual([true, true, true, true])
  room.take({ left: 80, top: 64, width: 40, height: 20 }, 3)
  expect(boxes.findIndex((box) => room.isFree(box, 1))).toBe(1)
})

it('offers a pin four places around its picture, and another where a vehicle stands below it', () => {
  const tip = { x: 100, y: 80 }
  const room = createLabelRoom()
  room.clear({ width: 200, height: 160 })
  room.take(pinBox(tip), 1)
  const boxes = pinLabelBoxes(tip, 30)
  expect(boxes.map((box) => room.isFree(box, 1))).toEqual([true, true, true, true])
  room.take({ left: 89, top: 80, width: 22, height: 22 }, 2)
  expect(boxes.findIndex((box) => room.isFree(box, 1))).toBe(1)
})
