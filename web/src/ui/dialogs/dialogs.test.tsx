import TextField from '@mui/material/TextField'
import { screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { renderUi } from '../testing.tsx'
import { hasUnsaved } from '../unsaved.ts'
import { ConfirmDialog } from './ConfirmDialog.tsx'
import { RecordDialog } from './RecordDialog.tsx'
import { StepperDialog } from './StepperDialog.tsx'

function Wizard({ onFinish, onClose = () => {} }: { onFinish: () => Promise<void>; onClose?: () => void }) {
  const [name, setName] = useState('')
  const [isWrong, setWrong] = useState(false)
  return (
    <StepperDialog
      open
      title="Nuevo servicio"
      finishLabel="Crear servicio"
      onFinish={onFinish}
      onClose={onClose}
      steps={[
        {
          key: 'customer',
          label: 'Cliente',
          content: (
            <>
              <TextField label="Teléfono" />
              <TextField
                label="Nombre"
                value={name}
                error={isWrong}
                onChange={(e) => setName(e.target.value)}
              />
            </>
          ),
          validate: async () => {
            setWrong(name === '')
            return name !== ''
          },
        },
        { key: 'stops', label: 'Paradas', content: <TextField label="Dirección" /> },
      ]}
    />
  )
}

it('starts in the first field that can be filled, and its name is the title alone', async () => {
  renderUi(
    <RecordDialog
      title="Ana Ríos"
      isBusy={false}
      isChanged={false}
      error={null}
      submitLabel="Guardar"
      onSubmit={() => {}}
      onClose={() => {}}
    >
      <TextField label="Folio" slotProps={{ htmlInput: { readOnly: true } }} />
      <TextField label="Usuario" disabled />
      <TextField label="Nombre" />
    </RecordDialog>,
  )
  await screen.findByRole('dialog', { name: 'Ana Ríos' })
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Nombre')))
})

describe('a dialog in steps', () => {
  it('proceeds only when the step is valid, and focuses the invalid field', async () => {
    const { user } = renderUi(<Wizard onFinish={async () => {}} />)
    await user.click(screen.getByRole('button', { name: 'Siguiente' }))
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Nombre')))
    expect(screen.queryByLabelText('Dirección')).toBeNull()
    await user.type(screen.getByLabelText('Nombre'), 'Elena{Enter}')
    const address = await screen.findByLabelText('Dirección')
    await waitFor(() => expect(document.activeElement).toBe(address))
    expect(screen.getByText('Paso 2 de 2: Paradas').closest('li')?.getAttribute('aria-current')).toBe('step')
  })

  it('focuses the first field of a step together with showing it', async () => {
    const frames = vi.spyOn(window, 'requestAnimationFrame').mockReturnValue(0)
    const { user } = renderUi(<Wizard onFinish={async () => {}} />)
    expect(document.activeElement).toBe(screen.getByLabelText('Teléfono'))
    await user.type(screen.getByLabelText('Nombre'), 'Elena{Enter}')
    expect(document.activeElement).toBe(await screen.findByLabelText('Dirección'))
    frames.mockRestore()
  })

  it('goes back without losing input, also through the finished step', async () => {
    const { user } = renderUi(<Wizard onFinish={async () => {}} />)
    await user.type(screen.getByLabelText('Nombre'), 'Elena{Enter}')
    await user.click(await screen.findByRole('button', { name: 'Atrás' }))
    expect(screen.getByLabelText<HTMLInputElement>('Nombre').value).toBe('Elena')
    await user.click(screen.getByRole('button', { name: 'Siguiente' }))
    await user.click(await screen.findByRole('button', { name: 'Cliente, paso terminado' }))
    expect(screen.getByLabelText<HTMLInputElement>('Nombre').value).toBe('Elena')
  })

  it('finishes once although asked repeatedly, and stays open when finishing fails', async () => {
    let refuse = (_: Error) => {}
    const onFinish = vi.fn(
      () =>
        new Promise<void>((_, reject) => {
          refuse = reject
        }),
    )
    const { user } = renderUi(<Wizard onFinish={onFinish} />)
    await user.type(screen.getByLabelText('Nombre'), 'Elena{Enter}')
    await user.type(await screen.findByLabelText('Dirección'), 'Reforma 222{Enter}{Enter}')
    expect(onFinish).toHaveBeenCalledOnce()
    expect(screen.getByRole<HTMLButtonElement>('button', { name: /Crear servicio/ }).disabled).toBe(true)
    refuse(new Error('refused'))
    await waitFor(() =>
      expect(screen.getByRole<HTMLButtonElement>('button', { name: /Crear servicio/ }).disabled).toBe(false),
    )
    expect(screen.getByLabelText<HTMLInputElement>('Dirección').value).toBe('Reforma 222')
  })

  it('closes by Escape and by its button', async () => {
    const onClose = vi.fn()
    const { user } = renderUi(<Wizard onFinish={async () => {}} onClose={onClose} />)
    await user.keyboard('{Escape}')
    await user.click(screen.getByRole('button', { name: 'Cerrar' }))
    expect(onClose).toHaveBeenCalledTimes(2)
  })
})

describe('a dialog with something typed', () => {
  it('asks before Escape discards it, and keeps it by default', async () => {
    const onClose = vi.fn()
    const { user } = renderUi(<Wizard onFinish={async () => {}} onClose={onClose} />)
    await user.type(screen.getByLabelText('Nombre'), 'Elena')
    await user.keyboard('{Escape}')
    await screen.findByRole('alertdialog', { name: '¿Salir sin guardar?' })
    expect(hasUnsaved()).toBe(true)
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Seguir editando' }))
    await user.keyboard('{Enter}')
    expect(onClose).not.toHaveBeenCalled()
    expect(screen.getByLabelText<HTMLInputElement>('Nombre').value).toBe('Elena')
    await user.clear(screen.getByLabelText('Nombre'))
    expect(hasUnsaved()).toBe(false)
  })
})

describe('a confirmation', () => {
  it('asks before Escape discards a note typed in it', async () => {
    const onClose = vi.fn()
    const { user } = renderUi(
      <ConfirmDialog
        open
        title="¿Cerrar el evento?"
        text={<TextField label="Nota" />}
        confirmLabel="Cerrar"
        onConfirm={() => {}}
        onClose={onClose}
      />,
    )
    await user.type(screen.getByLabelText('Nota'), 'Revisada')
    await user.keyboard('{Escape}')
    await user.click(await screen.findByRole('button', { name: 'Salir sin guardar' }))
    expect(onClose).toHaveBeenCalledOnce()
  })

  it('confirms only once the name is typed', async () => {
    const onConfirm = vi.fn()
    const { user } = renderUi(
      <ConfirmDialog
        open
        title="¿Eliminar la unidad 104?"
        text="Dejará de aparecer en las listas."
        confirmLabel="Eliminar"
        isDestructive
        typeName="104"
        onConfirm={onConfirm}
        onClose={() => {}}
      />,
    )
    screen.getByRole('alertdialog', { name: '¿Eliminar la unidad 104?' })
    const field = screen.getByLabelText('Escribe 104 para confirmar')
    await user.type(field, '10{Enter}')
    expect(onConfirm).not.toHaveBeenCalled()
    await user.type(field, '4{Enter}')
    expect(onConfirm).toHaveBeenCalledOnce()
  })

  it('focuses Cancel first, and Cancel changes nothing', async () => {
    const [onConfirm, onClose] = [vi.fn(), vi.fn()]
    const { user } = renderUi(
      <ConfirmDialog
        open
        title="¿Cerrar sesión?"
        confirmLabel="Cerrar sesión"
        onConfirm={onConfirm}
        onClose={onClose}
      />,
    )
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Cancelar' }))
    await user.keyboard('{Enter}')
    expect(onClose).toHaveBeenCalledOnce()
    expect(onConfirm).not.toHaveBeenCalled()
  })
})
