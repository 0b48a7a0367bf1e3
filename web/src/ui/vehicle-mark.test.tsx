import { render, screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { VehicleMark } from './VehicleMark.tsx'
import { clusterArcs, clusterRingSvg, vehicleMarkStatuses, vehicleMarkSvg } from './vehicle-mark.ts'

const parse = (svg: string) => {
  const document = new DOMParser().parseFromString(svg, 'image/svg+xml')
  expect(document.querySelector('parsererror')).toBeNull()
  return document
}

describe('the mark of a vehicle', () => {
  it('has a different shape for each status, recognisable without colour', () => {
    const drawings = vehicleMarkStatuses.map((status) =>
      vehicleMarkSvg({ status, theme: 'light' }).replace(/#[0-9A-F]{6}/g, ''),
    )
    expect(new Set(drawings).size).toBe(vehicleMarkStatuses.length)
  })

  it('has a beak in its heading only if the heading is known, north included', () => {
    expect(vehicleMarkSvg({ status: 'active', theme: 'light', headingDegrees: 0 })).toContain('rotate(0)')
    expect(vehicleMarkSvg({ status: 'active', theme: 'light', headingDegrees: 271.6 })).toContain(
      'rotate(272)',
    )
    expect(vehicleMarkSvg({ status: 'active', theme: 'light', headingDegrees: null })).not.toContain('rotate')
  })

  it('changes when selected and when its position is old', () => {
    const plain = vehicleMarkSvg({ status: 'active', theme: 'light' })
    expect(vehicleMarkSvg({ status: 'active', theme: 'light', isSelected: true })).not.toBe(plain)
    expect(vehicleMarkSvg({ status: 'active', theme: 'light', isStale: true })).not.toBe(plain)
    expect(vehicleMarkSvg({ status: 'inactive', theme: 'light', isStale: true })).toContain(
      'stroke-dasharray',
    )
  })

  it('uses literal colours of its scheme and whole pixels, and scales with the pixel ratio', () => {
    const light = vehicleMarkSvg({ status: 'occupied', theme: 'light', size: 26, pixelRatio: 2 })
    expect(light).toContain('#1F66DB')
    expect(light).not.toContain('var(')
    expect(parse(light).documentElement.getAttribute('width')).toBe('100')
    expect(vehicleMarkSvg({ status: 'occupied', theme: 'dark' })).toContain('#6EA3FF')
  })

  it('has an accessible name only where it stands alone', () => {
    const { rerender } = render(<VehicleMark status="critical" label="Crítica" />)
    screen.getByRole('img', { name: 'Crítica' })
    rerender(<VehicleMark status="critical" />)
    expect(screen.queryByRole('img')).toBeNull()
  })
})

describe('the ring of a cluster', () => {
  it('divides the circle by the counts, most severe first', () => {
    const arcs = clusterArcs({ active: 30, occupied: 60 })
    expect(arcs.map(({ status }) => status)).toEqual(['occupied', 'active'])
    expect(arcs.map(({ degrees }) => Math.round(degrees))).toEqual([240, 120])
  })

  it('keeps one critical vehicle among a thousand visible', () => {
    const [critical] = clusterArcs({ active: 999, critical: 1 })
    expect(critical?.status).toBe('critical')
    expect(critical?.degrees).toBeGreaterThan(15)
  })

  it('is well-formed for one status and for many, and shows the count', () => {
    expect(parse(clusterRingSvg({ active: 3 }, 'light')).querySelector('text')?.textContent).toBe('3')
    expect(parse(clusterRingSvg({ active: 12, critical: 1 }, 'dark')).querySelectorAll('path')).toHaveLength(
      2,
    )
    expect(parse(clusterRingSvg({ active: 12_345 }, 'dark')).querySelector('text')?.textContent).toBe('12k')
    expect(
      parse(clusterRingSvg({ active: 3 }, 'light', { hasCount: false })).querySelector('text'),
    ).toBeNull()
  })
})
