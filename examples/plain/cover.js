/** Creates the cover of a film: a link to its page. */
export function createCover({ general, imagedata }) {
  const cover = document.createElement('a');
  cover.href = `?film=${general.GID}`;
  const image = new Image(imagedata.thumb_width, imagedata.thumb_height);
  image.src = imagedata.thumb;
  image.alt = '';
  cover.append(image, general.title);
  return cover;
}
