import { screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { renderUi } from '../testing.tsx'
import { FileButton } from './FileButton.tsx'

it('asks for a file by keyboard, and passes on each choice, also of the same file', async () => {
  const chosen: string[] = []
  const { user } = renderUi(
    <FileButton label="Elegir archivo" accept=".csv" onChoose={({ name }) => chosen.push(name)} />,
  )
  const input = screen.getByLabelText<HTMLInputElement>('Elegir archivo', { selector: 'input' })
  const opened = vi.spyOn(input, 'click')
  await user.tab()
  await user.keyboard('{Enter}')
  expect(opened).toHaveBeenCalledTimes(1)
  const file = new File(['IMEI'], 'equipos.csv')
  for (let times = 0; times < 2; times += 1) {
    await user.upload(input, file)
    expect(input.files).toHaveLength(0)
  }
  expect(chosen).toEqual(['equipos.csv', 'equipos.csv'])
})
