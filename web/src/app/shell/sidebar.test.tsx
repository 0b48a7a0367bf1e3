import { screen } from '@testing-library/react'
import { beforeAll, expect, it } from 'vitest'
import { pretendMedia } from '../../ui/testing.tsx'
import { readThemeSettings, themeSettingsKey } from '../../ui/theme/theme-settings.tsx'
import { renderApp } from '../testing.tsx'

beforeAll(() => import('./Shell.tsx'), 60_000)

const settings = () => readThemeSettings(localStorage.getItem(themeSettingsKey))

it('is small between phone and desktop until the user opens it, and keeps that apart from wide windows', async () => {
  pretendMedia('1099.95px')
  const { user } = renderApp('/profile')
  await user.click(await screen.findByRole('button', { name: 'Ampliar menú' }))
  await screen.findByRole('button', { name: 'Compactar menú' })
  expect(settings()).toMatchObject({ miniSidebar: false, miniSidebarBetween: false })
})

it('is open in a wide window until the user closes it', async () => {
  const { user } = renderApp('/profile')
  await user.click(await screen.findByRole('button', { name: 'Compactar menú' }))
  await screen.findByRole('button', { name: 'Ampliar menú' })
  expect(settings()).toMatchObject({ miniSidebar: true, miniSidebarBetween: true })
})
