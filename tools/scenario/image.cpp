#include "tools/scenario/image.hpp"

#include <fmt/format.h>
#include <png.h>

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

}  // namespace

bool looks_like_png(std::string_view bytes) { return bytes.starts_with("\x89PNG\r\n"); }

Result<Image> decode_png(std::string_view bytes, std::string_view name) {
  PngImage png;
  if (!png_image_begin_read_from_memory(png.get(), bytes.data(), bytes.size())) return refusal(name, png->message);
  if (png->width > kMaxImageEdge || png->height > kMaxImageEdge) {
    return Error{Status::kLimit, fmt::format("{}: {} x {} pixels; expected at most {} along each edge", name,
                                             png->width, png->height, kMaxImageEdge)};
  }
  const bool colour = (png->format & PNG_FORMAT_FLAG_COLOR) != 0 && (png->format & PNG_FORMAT_FLAG_COLORMAP) == 0;
  png->format = colour ? PNG_FORMAT_RGB : PNG_FORMAT_GRAY;
  Image image{png->width, png->height, colour ? 3u : 1u, {}};
  image.pixels.resize(PNG_IMAGE_SIZE(*png.get()));
  const png_color black{};
  if (!png_image_finish_read(png.get(), &black, image.pixels.data(), 0, nullptr)) return refusal(name, png->message);
  return image;
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
  png_alloc_size_t size = PNG_IMAGE_PNG_SIZE_MAX(*png.get());
  std::string encoded(size, '\0');
  if (!png_image_write_to_memory(png.get(), encoded.data(), &size, 0, image.pixels.data(), 0, nullptr)) {
    return refusal("png", png->message);
  }
  encoded.resize(size);
  return encoded;
}

}  // namespace cardume
