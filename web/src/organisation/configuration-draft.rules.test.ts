import { expect, it } from 'vitest'
import { enabledOf, isOn, missing, withSwitched } from './configuration-draft.rules.ts'
import { someConfiguration } from './organisation.factory.ts'

const professional = someConfiguration('professional')

it('counts only differences from the stored state', () => {
  const off = withSwitched(professional, {}, 'radar', false)
  expect(off).toEqual({ radar: false })
  expect(isOn(professional, off, 'radar')).toBe(false)
  expect(withSwitched(professional, off, 'radar', true)).toEqual({})
})

it('does not change core and locked features', () => {
  expect(withSwitched(professional, {}, 'fleet', false)).toEqual({})
  expect(withSwitched(professional, {}, 'company_tree', true)).toEqual({})
})

it('names services as the missing requirement of dispatch', () => {
  expect(missing(professional, {}, 'dispatch')).toBeNull()
  expect(missing(professional, { services: false }, 'dispatch')).toBe('services')
  expect(missing(professional, { services: false, dispatch: false }, 'dispatch')).toBeNull()
})

it('sends all enabled features, and none that the tier lacks', () => {
  const sent = enabledOf(professional, { radar: false })
  expect(sent).toContain('dispatch')
  expect(sent).toContain('fleet')
  expect(sent).not.toContain('radar')
  expect(sent).not.toContain('company_tree')
})
