// The source files of all packages, as paths from the root of the workspace.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../bootstrap/root.mjs'
import { filesBelow, packageFolders } from '../bootstrap/stamp.mjs'

export const isTest = (path) => /\.test\.tsx?$/.test(path)
export const isGenerated = (path) => /\.generated\.ts$/.test(path)

export const sourceFiles = () =>
  packageFolders()
    .map((folder) => `${folder}/src`)
    .filter((folder) => existsSync(join(root, folder)))
    .flatMap((folder) => filesBelow(folder, (path) => /\.tsx?$/.test(path) && !path.includes('/fixtures/')))
