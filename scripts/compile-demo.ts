import { compilation, compilePrograms, newFolder } from './compile-programs.ts'

/** Compiles the demo, its shop and its services into a new folder, and returns the folder. Tests start them several times. */
export async function compileDemo(): Promise<string> {
  const folder = newFolder('compiled-demo-')
  await compilePrograms(['demo/main', 'demo/shop/main', 'demo/services/main'], compilation(folder))
  return folder
}
