import { describe, expect, it } from 'vitest'
import { checkedPlan } from './checked-plan.ts'
import { checkPlan } from './checker.ts'
import { line, request, vehicle } from './line-problem.ts'

describe('the checker', () => {
  it('finds what a plan breaks', () => {
    const requests = [
      request('r1', 1, { windows: [{ from: 0, until: 600 }] }),
      request('r2', 2, {}, { skills: ['cold'] }),
    ]
    const problem = line(4, { requests, vehicles: [vehicle('a', { skills: ['cold'], capacity: [2] })] })
    const plan = checkedPlan(problem)
    const broken = (change: (copy: typeof plan) => void, against = problem) => {
      const copy = structuredClone(plan)
      change(copy)
      return checkPlan(against, copy).join('; ')
    }
    expect(broken(({ routes }) => routes[0]!.visits.pop())).toContain('missing')
    expect(broken(({ routes }) => routes[0]!.visits.reverse())).toContain('sooner than the way takes')
    const later = request('r1', 1, { windows: [{ from: 5_000, until: 6_000 }] })
    expect(broken(() => {}, { ...problem, requests: [later, requests[1]!] })).toContain('outside its windows')
    expect(broken(({ routes }) => Object.assign(routes[0]!, { ends: 40_000 }))).toContain('after its shift')
    expect(broken(({ routes }) => routes.push(routes[0]!))).toContain('two routes')
    const smaller = broken(() => {}, { ...problem, vehicles: [vehicle('a', { capacity: [1] })] })
    expect(smaller).toContain('carries 2 of 1')
    expect(smaller).toContain('needs cold')
    expect(broken(({ unassigned }) => unassigned.push('r1'))).toContain('both planned and left out')
  })
})
