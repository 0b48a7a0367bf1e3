import TextField from '@mui/material/TextField'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { type ComponentType, useEffect, useState } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { renderUi } from '../testing.tsx'
import { FormDialog } from './FormDialog.tsx'
import { lazyDialog } from './lazy-dialog.tsx'

const onEnter = vi.fn()
const onShortcut = vi.fn()

function NameDialog({ onClose }: { onClose: () => void }) {
  const [name, setName] = useState('')
  return (
    <FormDialog title="Nuevo" submitLabel="Guardar" isBusy={false} onSubmit={() => {}} onClose={onClose}>
      <TextField
        label="Nombre"
        value={name}
        onChange={(event) => setName(event.target.value)}
        onKeyDown={({ key }) => key === 'Enter' && onEnter(name)}
      />
    </FormDialog>
  )
}

/** A dialog without a field to type into. */
function ChoiceDialog({ onClose }: { onClose: () => void }) {
  return (
    <FormDialog title="Elegir" submitLabel="Guardar" isBusy={false} onSubmit={() => {}} onClose={onClose}>
      <input type="checkbox" aria-label="Temperatura" />
    </FormDialog>
  )
}

/** A screen on which `n` opens a dialog whose code arrives when `arrive` is called. */
function shown(dialog: ComponentType<{ onClose: () => void }> = NameDialog) {
  let arrive = () => {}
  const code = new Promise<ComponentType<{ onClose: () => void }>>((resolve) => {
    arrive = () => resolve(dialog)
  })
  const Later = lazyDialog(() => code)
  function Screen() {
    const [isOpen, setOpen] = useState(false)
    useEffect(() => {
      const hear = ({ key }: KeyboardEvent) => {
        if (document.activeElement?.closest('[role="dialog"]')) return
        if (key === 'n') setOpen(true)
        else onShortcut(key)
      }
      document.addEventListener('keydown', hear)
      return () => document.removeEventListener('keydown', hear)
    }, [])
    return isOpen ? <Later onClose={() => setOpen(false)} /> : <p>cerrado</p>
  }
  renderUi(<Screen />)
  const press = (...keys: string[]) => {
    for (const key of keys) fireEvent.keyDown(document.activeElement ?? document.body, { key })
  }
  return { press, arrive: () => act(async () => arrive()) }
}
const field = () => screen.findByLabelText<HTMLInputElement>('Nombre')

beforeEach(() => {
  onEnter.mockReset()
  onShortcut.mockReset()
})

it('types what was typed while the dialog loaded into its first field, and no shortcut acts', async () => {
  const { press, arrive } = shown()
  press('n', ...'alanm', 'Backspace', 'Backspace', ...'meda')
  await arrive()
  const input = await field()
  await waitFor(() => expect(input.value).toBe('alameda'))
  expect(document.activeElement).toBe(input)
  expect(onShortcut).not.toHaveBeenCalled()
  press('m')
  expect(onShortcut).not.toHaveBeenCalled()
  expect(input.value).toBe('alameda')
})

it('presses Enter after what was typed before it', async () => {
  const { press, arrive } = shown()
  press('n', ...'101', 'Enter', 'x')
  await arrive()
  await field()
  await waitFor(() => expect(onEnter).toHaveBeenCalledExactlyOnceWith('101'))
})

it('ends with Escape, which cancels the opening', async () => {
  const { press, arrive } = shown()
  press('n', 'a', 'Escape')
  screen.getByText('cerrado')
  await arrive()
  press('m')
  expect(onShortcut.mock.calls).toEqual([['m']])
  expect(screen.queryByRole('dialog')).toBeNull()
})

it('leaves Tab to a dialog that is shown, and holds it before', async () => {
  const { press, arrive } = shown(ChoiceDialog)
  const hear = vi.fn()
  press('n')
  document.addEventListener('keydown', hear)
  press('Tab')
  expect(hear).not.toHaveBeenCalled()
  await arrive()
  await screen.findByRole('dialog')
  press('Tab')
  document.removeEventListener('keydown', hear)
  expect(hear).toHaveBeenCalledOnce()
})
