import { fireEvent, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderUi } from '../ui/testing.tsx'
import { FileDropArea } from './FileDropArea.tsx'

it('highlights a file over it, and takes it, only while none is being sent', () => {
  const taken: string[] = []
  /** Drops a file on the area. @returns whether it was highlighted, by its style, before the file was dropped */
  const drop = (sending: { name: string; share: number } | null) => {
    const { container, unmount } = renderUi(
      <FileDropArea
        sending={sending}
        title="Suelta el archivo"
        hint="CSV"
        accept=".csv"
        onTake={({ name }) => taken.push(name)}
      />,
    )
    const inside = sending ? screen.getByRole('status') : screen.getByText('Suelta el archivo')
    const styleOf = () =>
      [...container.querySelectorAll('*')].map(({ className }) => String(className)).join()
    const before = styleOf()
    fireEvent.dragOver(inside)
    const isHighlighted = styleOf() !== before
    fireEvent.drop(inside, { dataTransfer: { files: [new File(['IMEI'], 'equipos.csv')] } })
    expect(styleOf()).toBe(before)
    unmount()
    return isHighlighted
  }
  expect(drop({ name: 'equipos.csv', share: 0.5 })).toBe(false)
  expect(taken).toEqual([])
  expect(drop(null)).toBe(true)
  expect(taken).toEqual(['equipos.csv'])
})
