import { username } from '@rumbo/contract/identity.contract'
import { expect, it } from 'vitest'
import { colleagues } from './staff.ts'

it('names its people as a form would accept them', () => {
  const names = Object.values(colleagues).flatMap((people) => people.map((person) => person.username))
  expect(names.filter((name) => !username.safeParse(name).success)).toEqual([])
})
