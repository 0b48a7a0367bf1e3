import { screen, within } from '@testing-library/react'
import { useState } from 'react'
import { describe, expect, it } from 'vitest'
import { renderUi } from '../testing.tsx'
import { DateField, DateTimeField, TimeField } from './date-fields.tsx'

function MomentHolder({ min }: { min?: string }) {
  const [value, setValue] = useState<string | null>('2026-11-21T20:30:00.000Z')
  return (
    <>
      <DateTimeField
        label="Hora de despacho"
        value={value}
        onChange={setValue}
        timeZone="America/Mexico_City"
        min={min}
      />
      <output>{String(value)}</output>
    </>
  )
}

function DayHolder() {
  const [value, setValue] = useState<string | null>('2026-11-21')
  return (
    <>
      <DateField label="Fecha" value={value} onChange={setValue} />
      <output>{String(value)}</output>
    </>
  )
}

const group = (name: string) => screen.getByRole('group', { name })
const sectionsOf = (name: string) =>
  within(group(name))
    .getAllByRole('spinbutton')
    .map((section) => section.textContent)

describe('date and time fields', () => {
  it('show a moment in local time of the zone, in 24-hour format', () => {
    renderUi(<MomentHolder />)
    expect(sectionsOf('Hora de despacho')).toEqual(['21', '11', '2026', '14', '30'])
  })

  it('report typed changes in UTC', async () => {
    const { user } = renderUi(<MomentHolder />)
    const hour = within(group('Hora de despacho')).getAllByRole('spinbutton')[3]
    if (!hour) throw new Error('the field has no hour')
    await user.click(hour)
    await user.keyboard('{ArrowUp}')
    expect(screen.getByRole('status').textContent).toBe('2026-11-21T21:30:00.000Z')
  })

  it('show an error for a moment that is too early', async () => {
    renderUi(<MomentHolder min="2026-11-21T20:31:00.000Z" />)
    await screen.findByText('La fecha es anterior a la permitida')
  })

  it.each([
    ['es', /Elige la fecha|Elige fecha/, ['L', 'M', 'X', 'J', 'V', 'S', 'D']],
    ['en', /Choose date/, ['S', 'M', 'T', 'W', 'T', 'F', 'S']],
  ] as const)('open a calendar whose week starts on the right day in %s', async (language, opener, days) => {
    const { user } = renderUi(<DayHolder />, { language })
    await user.click(screen.getByRole('button', { name: opener }))
    const calendar = await screen.findByRole('grid')
    const heads = within(calendar).getAllByRole('columnheader')
    expect(heads).toHaveLength(days.length)
    const first = heads[0]?.getAttribute('aria-label')
    expect(first).toMatch(language === 'es' ? /^lunes$/i : /^sunday$/i)
    await user.click(within(calendar).getByRole('gridcell', { name: '3' }))
    screen.getByText('2026-11-03')
  })

  it('report an hour of the day as HH:mm', () => {
    renderUi(<TimeField label="Inicio de turno" value="07:05" onChange={() => {}} />)
    expect(sectionsOf('Inicio de turno')).toEqual(['07', '05'])
  })
})
