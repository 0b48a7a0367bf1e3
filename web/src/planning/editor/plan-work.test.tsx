import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { refusal } from '../../app/testing.tsx'
import { usePlanTools } from '../panels/use-plan-tools.tsx'
import { editedPlan } from './editor.factory.ts'
import { openPlan } from './editor.testing.tsx'

function Tools() {
  const tools = usePlanTools()
  return (
    <>
      {tools.bar}
      {tools.panel}
      {tools.dialogs}
    </>
  )
}

it.each([
  {
    what: 'publishes',
    opens: 'Publicar',
    confirms: 'Publicar',
    call: 'POST /plans/p1/publish',
    first: 'draft',
  },
  {
    what: 'withdraws',
    opens: 'Retirar',
    confirms: 'Retirar',
    call: 'POST /plans/p1/withdraw',
    first: 'published',
  },
] as const)('$what with the version that somebody else saved, once it was refused', async (one) => {
  let version = 1
  const { user, sent, replace } = await openPlan({
    plan: editedPlan({ status: one.first }),
    answers: {
      [one.call]: (body) =>
        (body as { version: number }).version === version
          ? {
              body: {
                plan: editedPlan({
                  version: version + 1,
                  status: one.first === 'draft' ? 'published' : 'draft',
                }),
                reserved: 2,
                released: 2,
                unpublished: [],
              },
            }
          : refusal(409, 'stale_version'),
      'GET /plans/p1/versions': { body: { items: [] } },
    },
    children: <Tools />,
  })
  // No hint says that somebody else saved it.
  version = 6
  replace(editedPlan({ version, status: one.first }))
  const ask = async () => {
    if (!screen.queryByRole('dialog') && !screen.queryByRole('alertdialog'))
      await user.click(await screen.findByRole('button', { name: one.opens }))
    const dialog = screen.queryByRole('dialog') ?? (await screen.findByRole('alertdialog'))
    const confirm = [...dialog.querySelectorAll('button')].find(
      ({ textContent }) => textContent === one.confirms,
    )
    await user.click(confirm as HTMLElement)
  }
  const tried = () => sent.map(({ body }) => (body as { version: number }).version)
  await ask()
  await screen.findByText(/^Alguien cambió el plan mientras tanto/)
  await waitFor(() => expect(tried()).toEqual([1]))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  await ask()
  await waitFor(() => expect(tried()).toEqual([1, 6]))
})
