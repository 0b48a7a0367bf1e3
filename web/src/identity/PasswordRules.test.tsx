import { screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { renderUi } from '../ui/testing.tsx'
import { NewPasswordField } from './AccountForm.tsx'

function Form() {
  const [value, onChange] = useState('')
  const field = { name: 'password', value, error: null, onChange, onBlur: () => {}, ref: () => {} }
  return <NewPasswordField label="Contraseña" field={field} />
}

it('lists the rules before anything is typed, and marks those that are met, also for screen readers', async () => {
  const { user } = renderUi(<Form />)
  const field = screen.getByLabelText('Contraseña')
  const rules = () => screen.getAllByRole('listitem').map((item) => item.textContent)
  expect(rules()).toEqual([
    'De 8 a 63 caracteres (falta)',
    'Una letra minúscula (falta)',
    'Una letra mayúscula (falta)',
    'Un número (falta)',
    'Un carácter especial: !@#$%^&* (falta)',
  ])
  await user.click(field)
  await user.paste('Abcdefg7')
  expect(rules()).toEqual([
    'De 8 a 63 caracteres (cumplida)',
    'Una letra minúscula (cumplida)',
    'Una letra mayúscula (cumplida)',
    'Un número (cumplida)',
    'Un carácter especial: !@#$%^&* (falta)',
  ])
  const description = document.getElementById(field.getAttribute('aria-describedby') ?? '')
  expect(description?.textContent).toContain('Un carácter especial: !@#$%^&* (falta)')
})
