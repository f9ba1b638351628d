#include "tools/scenario/image.hpp"

#include <fmt/format.h>
#include <png.h>

#include <algorithm>

namespace cardume {
namespace {

/// Frees what libpng holds, whatever happens.
class PngImage {
 public:
  PngImage() { image_.version = PNG_IMAGE_VERSION; }
  ~PngImage() { png_image_free(&image_); }
  PngImage(const PngImage&) = delete;
  PngImage& operator=(const PngImage&) = delete;

  png_image* operator->() { return &image_; }
  png_imagep get() { return &image_; }

 private:
  png_image image_{};
};

Error refusal(std::string_view name, std::string_view what) {
  return {Status::kParse, fmt::format("{}: {}", name, what)};
}

Error open(PngImage& png, std::string_view bytes, std::string_view name) {
  if (!png_image_begin_read_from_memory(png.get(), bytes.data(), bytes.size())) return refusal(name, png->message);
  if (png->width <= kMaxImageEdge && png->height <= kMaxImageEdge) return {};
  return {Status::kLimit, fmt::format("{}: {} x {} pixels; expected at most {} along each edge", name, png->width,
                                      png->height, kMaxImageEdge)};
}

constexpr png_color kBlack{};

Result<Image> read_plain(PngImage& png, std::string_view name) {
  const bool colour = (png->format & PNG_FORMAT_FLAG_COLOR) != 0 && (png->format & PNG_FORMAT_FLAG_COLORMAP) == 0;
  png->format = colour ? PNG_FORMAT_RGB : PNG_FORMAT_GRAY;
  png->flags |= PNG_IMAGE_FLAG_16BIT_sRGB;
  Image image{png->width, png->height, colour ? 3u : 1u, {}};
  image.pixels.resize(PNG_IMAGE_SIZE(*png.get()));
  if (!png_image_finish_read(png.get(), &kBlack, image.pixels.data(), 0, nullptr)) return refusal(name, png->message);
  return image;
}

Result<PaletteImage> read_indices(PngImage& png, std::string_view name) {
  png->format = PNG_FORMAT_RGB_COLORMAP;
  PaletteImage picture{{png->width, png->height, 1, {}}, {}};
  picture.image.pixels.resize(PNG_IMAGE_SIZE(*png.get()));
  picture.palette.resize(256);
  if (!png_image_finish_read(png.get(), &kBlack, picture.image.pixels.data(), 0, picture.palette.data())) {
    return refusal(name, png->message);
  }
  picture.palette.resize(png->colormap_entries);
  return picture;
}

Result<std::string> written(PngImage& png, const Image& image, const Colour* palette) {
  png_alloc_size_t size = PNG_IMAGE_PNG_SIZE_MAX(*png.get());
  std::string encoded(size, '\0');
  if (!png_image_write_to_memory(png.get(), encoded.data(), &size, 0, image.pixels.data(), 0, palette)) {
    return refusal("png", png->message);
  }
  encoded.resize(size);
  return encoded;
}

}  // namespace

bool looks_like_png(std::string_view bytes) { return bytes.starts_with("\x89PNG\r\n"); }

Result<Image> decode_png(std::string_view bytes, std::string_view name) {
  PngImage png;
  if (Error error = open(png, bytes, name)) return error;
  return read_plain(png, name);
}

Result<PaletteImage> decode_png_indices(std::string_view bytes, std::string_view name) {
  PngImage png;
  if (Error error = open(png, bytes, name)) return error;
  if ((png->format & PNG_FORMAT_FLAG_COLORMAP) != 0) return read_indices(png, name);
  Result<Image> image = read_plain(png, name);
  if (!image) return image.error();
  return PaletteImage{std::move(*image), {}};
}

Result<std::string> encode_png(const Image& image) {
  const std::size_t bytes = std::size_t{image.width} * image.height * image.channels;
  if (bytes == 0 || bytes != image.pixels.size() || (image.channels != 1 && image.channels != 3)) {
    return Error{Status::kInvalidArgument, "image: size and pixels disagree"};
  }
  PngImage png;
  png->width = image.width;
  png->height = image.height;
  png->format = image.channels == 3 ? PNG_FORMAT_RGB : PNG_FORMAT_GRAY;
  return written(png, image, nullptr);
}

Result<std::string> encode_png_palette(const PaletteImage& picture) {
  const Image& image = picture.image;
  const std::size_t colours = picture.palette.size();
  const auto outside = [&](std::uint8_t index) { return index >= colours; };
  if (image.pixels.empty() || image.pixels.size() != std::size_t{image.width} * image.height || colours > 256 ||
      std::ranges::any_of(image.pixels, outside)) {
    return Error{Status::kInvalidArgument, "image: size, pixels and palette disagree"};
  }
  PngImage png;
  png->width = image.width;
  png->height = image.height;
  png->format = PNG_FORMAT_RGB_COLORMAP;
  png->colormap_entries = static_cast<png_uint_32>(colours);
  return written(png, image, picture.palette.data());
}

}  // namespace cardume
